//! Applies a unified diff, strictly: every context line and every removed line must stand
//! where the diff says. Upstream is pinned, so a diff that needs to search or to guess was
//! made for something else.

use crate::{Error, PatchFile};

/// A diff of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch<'a> {
    file: &'a str,
    /// The upstream file, relative to the crate.
    pub target: &'a str,
    hunks: Vec<Hunk<'a>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Hunk<'a> {
    /// First upstream line, counted from one.
    old_start: usize,
    /// First line of the result, counted from one.
    new_start: usize,
    lines: Vec<Line<'a>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line<'a> {
    Context(&'a str),
    Removed(&'a str),
    Added(&'a str),
}

impl<'a> Patch<'a> {
    /// Reads a diff. Text before the first `--- ` line is for people and is skipped.
    ///
    /// # Errors
    /// If it is not a well-formed diff that modifies exactly one file.
    pub fn parse(patch: &PatchFile) -> Result<Patch<'static>, Error> {
        let fail = |problem: &str| Error::Patch {
            file: patch.path.to_owned(),
            hunk: None,
            problem: problem.to_owned(),
        };
        let mut lines = patch
            .text
            .split_inclusive('\n')
            .skip_while(|line| !line.starts_with("--- "));
        let old = lines
            .next()
            .ok_or_else(|| fail("has no `--- a/...` line"))?;
        let old = path_in_header(old, "--- a/")
            .ok_or_else(|| fail("must modify a file that upstream has: `--- a/...`"))?;
        let new = lines
            .next()
            .and_then(|line| path_in_header(line, "+++ b/"))
            .ok_or_else(|| fail("has no `+++ b/...` line after `--- a/...`"))?;
        if old != new {
            return Err(fail("must not rename a file"));
        }

        let mut lines = lines.peekable();
        let mut hunks = Vec::new();
        while let Some(header) = lines.next() {
            let hunk = parse_hunk(header, &mut lines).map_err(|problem| Error::Patch {
                file: patch.path.to_owned(),
                hunk: Some(hunks.len() + 1),
                problem,
            })?;
            hunks.push(hunk);
        }
        if hunks.is_empty() {
            return Err(fail("has no hunk"));
        }
        Ok(Patch {
            file: patch.path,
            target: old,
            hunks,
        })
    }

    /// The patched text of the upstream file.
    ///
    /// # Errors
    /// If a line is not where the diff expects it.
    pub fn apply(&self, upstream: &str) -> Result<String, Error> {
        let upstream: Vec<&str> = upstream.split_inclusive('\n').collect();
        let mut result = Vec::new();
        let mut done = 0;
        for (index, hunk) in self.hunks.iter().enumerate() {
            self.apply_hunk(hunk, &upstream, &mut done, &mut result)
                .map_err(|problem| Error::Patch {
                    file: self.file.to_owned(),
                    hunk: Some(index + 1),
                    problem,
                })?;
        }
        result.extend_from_slice(&upstream[done..]);
        Ok(result.concat())
    }

    /// `done` counts the upstream lines that are already in `result`, or removed.
    fn apply_hunk<'t>(
        &'t self,
        hunk: &Hunk<'t>,
        upstream: &[&'t str],
        done: &mut usize,
        result: &mut Vec<&'t str>,
    ) -> Result<(), String> {
        let start = hunk.old_start - 1;
        if start < *done {
            return Err(format!(
                "starts at upstream line {}, inside or before the hunk above it",
                hunk.old_start
            ));
        }
        let between = upstream.get(*done..start).ok_or_else(|| {
            format!(
                "starts at upstream line {} of {}, which has {} lines",
                hunk.old_start,
                self.target,
                upstream.len()
            )
        })?;
        result.extend_from_slice(between);
        *done = start;
        if hunk.new_start != result.len() + 1 {
            return Err(format!(
                "its header puts the result at line {}, but it comes out at line {}",
                hunk.new_start,
                result.len() + 1
            ));
        }

        for line in &hunk.lines {
            let (Line::Context(text) | Line::Removed(text) | Line::Added(text)) = *line;
            if !matches!(line, Line::Added(_)) {
                let found = upstream.get(*done).copied();
                if found != Some(text) {
                    return Err(self.misfit(*done + 1, text, found));
                }
                *done += 1;
            }
            if !matches!(line, Line::Removed(_)) {
                result.push(text);
            }
        }
        Ok(())
    }

    fn misfit(&self, line: usize, expected: &str, found: Option<&str>) -> String {
        let found = found.map_or("the end of the file".to_owned(), show_line);
        format!(
            "does not fit {} at upstream line {line}\n  expected: {}\n  found:    {found}",
            self.target,
            show_line(expected)
        )
    }
}

/// A line as a person should see it: line ends other than `\n` are made visible.
fn show_line(line: &str) -> String {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.replace('\r', "\\r").replace('\t', "\\t")
}

fn path_in_header<'a>(line: &'a str, prefix: &str) -> Option<&'a str> {
    let path = line.strip_prefix(prefix)?.trim_end();
    // `diff` adds a time stamp after a tab.
    let path = path.split('\t').next()?;
    (!path.is_empty()).then_some(path)
}

fn parse_hunk<'a>(
    header: &str,
    lines: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Result<Hunk<'a>, String> {
    let (old, new) = parse_header(header).ok_or_else(|| {
        format!(
            "expected `@@ -line,count +line,count @@`, found {:?}",
            header.trim_end()
        )
    })?;
    let (mut old_left, mut new_left) = (old.1, new.1);
    let mut body = Vec::new();
    while old_left > 0 || new_left > 0 {
        let text = lines
            .next()
            .ok_or("ends before its header's line counts are met")?;
        let mismatch = || {
            format!(
                "its lines do not match the counts in its header, at {:?}",
                text.trim_end()
            )
        };
        let (left, line): (&mut [&mut usize], _) = match text.as_bytes().first() {
            Some(b' ') => (
                &mut [&mut old_left, &mut new_left],
                Line::Context(&text[1..]),
            ),
            Some(b'-') => (&mut [&mut old_left], Line::Removed(&text[1..])),
            Some(b'+') => (&mut [&mut new_left], Line::Added(&text[1..])),
            _ => return Err(mismatch()),
        };
        for count in left {
            **count = count.checked_sub(1).ok_or_else(mismatch)?;
        }
        body.push(line);
    }
    match (lines.peek(), body.last()) {
        (Some(next), _) if next.starts_with('\\') => {
            Err("files without a final line end are not supported".to_owned())
        }
        (_, None | Some(Line::Context(_))) if !body.is_empty() => Ok(Hunk {
            old_start: old.0,
            new_start: new.0,
            lines: body,
        }),
        _ => Err("must end with a context line".to_owned()),
    }
}

/// `(line, count)` of both sides. Lines count from one: a hunk without context is refused.
fn parse_header(header: &str) -> Option<((usize, usize), (usize, usize))> {
    let (old, rest) = header.strip_prefix("@@ -")?.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let range = |text: &str| -> Option<(usize, usize)> {
        let (line, count) = text.split_once(',').unwrap_or((text, "1"));
        let (line, count) = (line.parse().ok()?, count.parse().ok()?);
        (line > 0).then_some((line, count))
    };
    Some((range(old)?, range(new)?))
}
