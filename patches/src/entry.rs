//! Makes crate roots fit for `include!`, by which the fork's own thin files take them in.
//!
//! `include!` admits no inner attributes and no inner docs. They are commented out in the
//! copy, so that line numbers keep their meaning; the docs go to a file beside it, and the
//! wrapper must repeat the attributes. One that it misses would change the crate in silence
//! (a lost `#![cfg(...)]` compiles a test that upstream leaves out), so that is an error.

use std::{fs, path::Path};

use crate::{verify::Tree, Error};

/// Rewrites every crate root of `tree`, checks it against its wrapper in `wrappers`, and adds
/// its docs as `<root>.md`. Returns the wrappers that were looked at.
///
/// # Errors
/// If a wrapper misses an attribute, or a root cannot be rewritten.
pub fn prepare(tree: &mut Tree, wrappers: &Path) -> Result<Vec<String>, Error> {
    let roots: Vec<String> = tree.keys().filter(|path| is_root(path)).cloned().collect();
    let mut seen = Vec::new();
    for root in roots {
        let fail = |problem: &str| Error::EntryPoint {
            file: root.as_str().into(),
            problem: problem.to_owned(),
        };
        let text = std::str::from_utf8(&tree[&root]).map_err(|_| fail("is not UTF-8"))?;
        let split = split(text).map_err(|problem| fail(&problem))?;
        if check_wrapper(&wrappers.join(&root), &split.attributes)? {
            seen.push(root.clone());
        }
        tree.insert(format!("{root}.md"), split.docs.into_bytes());
        tree.insert(root, split.body.into_bytes());
    }
    Ok(seen)
}

/// Whether a file is the root of a crate, as cargo finds targets.
pub fn is_root(path: &str) -> bool {
    let mut parts = path.split('/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some("src"), Some("lib.rs"), None) => true,
        (Some("tests" | "benches" | "examples"), Some(file), None) => file.ends_with(".rs"),
        _ => false,
    }
}

struct Split {
    body: String,
    docs: String,
    attributes: Vec<String>,
}

fn split(text: &str) -> Result<Split, String> {
    let mut split = Split {
        body: String::new(),
        docs: String::new(),
        attributes: Vec::new(),
    };
    let mut in_head = true;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        let is_doc = bare.starts_with("//!");
        let is_attribute = bare.starts_with("#![");
        in_head &= bare.is_empty() || bare.starts_with("//") || is_attribute;
        if !in_head || !(is_doc || is_attribute) {
            split.body += line;
            continue;
        }
        split.body += "// ";
        split.body += line;
        if let Some(doc) = bare.strip_prefix("//!") {
            split.docs += doc.strip_prefix(' ').unwrap_or(doc);
            split.docs.push('\n');
        } else if bare.ends_with(']') {
            split.attributes.push(bare.to_owned());
        } else {
            return Err(format!("the attribute {bare:?} spans several lines"));
        }
    }
    Ok(split)
}

/// Whether there is a wrapper; packaging may leave out those of tests and benchmarks.
fn check_wrapper(wrapper: &Path, attributes: &[String]) -> Result<bool, Error> {
    if !wrapper.is_file() {
        return Ok(false);
    }
    let text = fs::read_to_string(wrapper).map_err(Error::io(wrapper))?;
    match attributes
        .iter()
        .find(|attribute| !text.lines().any(|line| line.trim() == **attribute))
    {
        None => Ok(true),
        Some(attribute) => Err(Error::EntryPoint {
            file: wrapper.to_path_buf(),
            problem: format!("must repeat upstream's attribute {attribute}"),
        }),
    }
}
