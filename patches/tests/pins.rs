//! The pins and patches of this repository, against upstream and against the fork's own files.
#![allow(clippy::unwrap_used)] // A test that cannot be set up must fail.

mod support;

use std::{collections::BTreeSet, fs, path::Path};

use patches::{apply::Patch, entry, materialise::patched_tree, pins, stub, verify::Tree};
use support::{pristine, repository, run};
use toml_edit::{DocumentMut, Item, TableLike};

#[test]
fn every_patch_file_is_applied() {
    for pin in pins::ALL {
        let folder = repository().join("patches").join(pin.name);
        let on_disk: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".patch"))
            .map(|name| format!("patches/{}/{name}", pin.name))
            .collect();
        let listed: BTreeSet<String> = pin.patches.iter().map(|file| file.path.into()).collect();
        assert_eq!(on_disk, listed);
    }
}

#[test]
fn pins_are_complete() {
    for pin in pins::ALL {
        assert_eq!(pin.checksum().unwrap().len(), 64);
        let ours = fs::read_to_string(repository().join(pin.name).join("Cargo.toml")).unwrap();
        let ours: DocumentMut = ours.parse().unwrap();
        assert_eq!(
            ours["package"]["version"].as_str(),
            Some(pin.version().unwrap())
        );
        assert_eq!(pins::find(pin.name).unwrap().name, pin.name);
    }
    let error = pins::find("serde").unwrap_err();
    assert_eq!(error.to_string(), "no fork of a crate `serde` is kept here");
}

#[test]
fn patches_keep_no_more_context_than_they_need() {
    for file in pins::ALL.iter().flat_map(|pin| pin.patches) {
        let body: Vec<&str> = file
            .text
            .lines()
            .skip_while(|line| !line.starts_with("@@"))
            .collect();
        for pair in body.windows(2) {
            let both = pair.iter().all(|line| line.starts_with(' '));
            assert!(!both, "{}: two lines of context, {pair:?}", file.path);
        }
        Patch::parse(file).unwrap();
    }
}

/// A target of upstream's that nothing includes would never be built or run.
#[test]
fn every_target_of_upstream_has_a_wrapper() {
    for pin in pins::ALL {
        let source = pristine(pin);
        let tree = patched_tree(pin, &source).unwrap();
        let roots: Vec<&String> = tree.keys().filter(|path| entry::is_root(path)).collect();
        assert!(roots.len() > 1, "{roots:?}");
        for root in roots {
            let wrapper = repository().join(pin.name).join(root);
            let text = fs::read_to_string(&wrapper)
                .unwrap_or_else(|error| panic!("{}: {error}", wrapper.display()));
            assert!(
                text.contains(&format!("\"/patched/{root}\"")),
                "{}",
                wrapper.display()
            );
        }
    }
}

#[test]
fn wrapper_that_misses_an_attribute_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let wrappers = folder.path();
    let root = "//! Docs.\n#![cfg(feature = \"x\")]\n\nfn f() {}\n";
    let prepare = |wrapper: &str| {
        fs::create_dir_all(wrappers.join("tests")).unwrap();
        fs::write(wrappers.join("tests/a.rs"), wrapper).unwrap();
        let mut tree = Tree::from([("tests/a.rs".to_owned(), root.into())]);
        entry::prepare(&mut tree, wrappers).map(|seen| (tree, seen))
    };

    let error = prepare("include!(\"a\");\n").unwrap_err().to_string();
    let wrapper = wrappers.join("tests/a.rs");
    assert_eq!(
        error,
        format!(
            "{}: must repeat upstream's attribute #![cfg(feature = \"x\")]",
            wrapper.display()
        )
    );

    let (tree, seen) = prepare("#![cfg(feature = \"x\")]\ninclude!(\"a\");\n").unwrap();
    assert_eq!(seen, ["tests/a.rs"]);
    assert_eq!(
        tree["tests/a.rs"],
        b"// //! Docs.\n// #![cfg(feature = \"x\")]\n\nfn f() {}\n"
    );
    assert_eq!(tree["tests/a.rs.md"], b"Docs.\n");
}

#[test]
fn attribute_over_several_lines_is_refused() {
    let mut tree = Tree::from([("src/lib.rs".to_owned(), b"#![allow(\n  x\n)]\n".to_vec())]);
    let error = entry::prepare(&mut tree, Path::new("nowhere")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "src/lib.rs: the attribute \"#![allow(\" spans several lines"
    );
}

/// The lock file is what cargo itself would write for the stub.
#[test]
fn stub_is_accepted_with_its_lock() {
    for pin in pins::ALL {
        let folder = tempfile::tempdir().unwrap();
        stub::write(pin, folder.path()).unwrap();
        let output =
            run(support::cargo(folder.path()).args(["metadata", "--format-version=1", "--locked"]));
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// The fork's own manifest is upstream's with `manifest.patch`, and what building it here takes.
#[test]
fn manifest_does_not_drift_from_upstream() {
    for pin in pins::ALL {
        let tree = patched_tree(pin, &pristine(pin)).unwrap();
        let theirs: DocumentMut = std::str::from_utf8(&tree["Cargo.toml"])
            .unwrap()
            .parse()
            .unwrap();
        let ours = fs::read_to_string(repository().join(pin.name).join("Cargo.toml")).unwrap();
        let ours: DocumentMut = ours.parse().unwrap();

        assert_eq!(features(&ours), features(&theirs));
        assert_eq!(
            dependencies(&ours, "dependencies"),
            dependencies(&theirs, "dependencies")
        );
        let extra: Vec<String> = dependencies(&ours, "dev-dependencies")
            .difference(&dependencies(&theirs, "dev-dependencies"))
            .cloned()
            .collect();
        assert!(
            extra.iter().all(|line| line.contains("workspace = true")),
            "{extra:?}"
        );
        let missing: Vec<String> = dependencies(&theirs, "dev-dependencies")
            .difference(&dependencies(&ours, "dev-dependencies"))
            .cloned()
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
        for kind in ["bench", "example"] {
            assert_eq!(targets(&ours, kind), targets(&theirs, kind));
        }
    }
}

fn features(manifest: &DocumentMut) -> BTreeSet<String> {
    let table = manifest["features"].as_table().unwrap();
    table
        .iter()
        .map(|(name, needs)| format!("{name} = {:?}", strings(needs)))
        .collect()
}

fn strings(item: &Item) -> BTreeSet<String> {
    let array = item.as_array().unwrap();
    array
        .iter()
        .map(|value| value.as_str().unwrap().to_owned())
        .collect()
}

fn dependencies(manifest: &DocumentMut, kind: &str) -> BTreeSet<String> {
    let table = manifest[kind].as_table().unwrap();
    table
        .iter()
        .map(|(name, dependency)| format!("{name}: {}", requirement(dependency)))
        .collect()
}

fn requirement(dependency: &Item) -> String {
    if let Some(version) = dependency.as_str() {
        return format!("version = \"{version}\"");
    }
    let table = dependency.as_table_like().unwrap();
    let mut parts: BTreeSet<String> = BTreeSet::new();
    for (key, value) in table.iter() {
        let value = match value.as_array() {
            Some(_) => format!("{:?}", strings(value)),
            None => value.to_string().trim().to_owned(),
        };
        parts.insert(format!("{key} = {value}"));
    }
    parts.into_iter().collect::<Vec<_>>().join(", ")
}

/// Name and `required-features` or `harness` of the targets that deviate from cargo's defaults.
fn targets(manifest: &DocumentMut, kind: &str) -> BTreeSet<String> {
    let tables = manifest[kind].as_array_of_tables().unwrap();
    let describe = |table: &dyn TableLike| {
        let part = |key: &str| {
            table
                .get(key)
                .map(|item| item.to_string().trim().to_owned())
        };
        (part("harness").or(part("required-features")))
            .map(|deviation| format!("{}: {deviation}", table.get("name").unwrap()))
    };
    tables.iter().filter_map(|table| describe(table)).collect()
}
