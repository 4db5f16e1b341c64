//! The applier: what it accepts, and the words in which it refuses everything else.

use patches::{apply::Patch, PatchFile};

const UPSTREAM: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";

const GOOD: &str = "A note for people.\n\n--- a/src/file.rs\n+++ b/src/file.rs\n\
                    @@ -1,3 +1,4 @@\n one\n-two\n+zwei\n+zweieinhalb\n three\n\
                    @@ -6,2 +7,3 @@ context for people\n six\n+six and a half\n seven\n";

fn apply(text: &'static str, upstream: &str) -> Result<String, String> {
    let file = PatchFile {
        path: "patches/krate/file.patch",
        text,
    };
    let patch = Patch::parse(&file).map_err(|error| error.to_string())?;
    assert_eq!(patch.target, "src/file.rs");
    patch.apply(upstream).map_err(|error| error.to_string())
}

#[track_caller]
fn refuses(text: &'static str, upstream: &str, words: &str) {
    let error = apply(text, upstream).expect_err("must be refused");
    assert_eq!(error, format!("patches/krate/file.patch{words}"));
}

#[test]
fn fitting_patch_is_applied() {
    let expected = "one\nzwei\nzweieinhalb\nthree\nfour\nfive\nsix\nsix and a half\nseven\n";
    assert_eq!(apply(GOOD, UPSTREAM).as_deref(), Ok(expected));
}

#[test]
fn changed_context_is_named_with_its_line() {
    refuses(
        GOOD,
        &UPSTREAM.replace("seven", "sieben"),
        ", hunk 2: does not fit src/file.rs at upstream line 7\n  expected: seven\n  found:    sieben",
    );
}

#[test]
fn changed_removed_line_is_named() {
    refuses(
        GOOD,
        &UPSTREAM.replace("two", "deux"),
        ", hunk 1: does not fit src/file.rs at upstream line 2\n  expected: two\n  found:    deux",
    );
}

#[test]
fn offset_is_not_searched_for() {
    refuses(
        GOOD,
        &format!("zero\n{UPSTREAM}"),
        ", hunk 1: does not fit src/file.rs at upstream line 1\n  expected: one\n  found:    zero",
    );
}

#[test]
fn white_space_and_line_ends_count() {
    refuses(
        GOOD,
        &UPSTREAM.replace("three", "three "),
        ", hunk 1: does not fit src/file.rs at upstream line 3\n  expected: three\n  found:    three ",
    );
    refuses(
        GOOD,
        &UPSTREAM.replace('\n', "\r\n"),
        ", hunk 1: does not fit src/file.rs at upstream line 1\n  expected: one\n  found:    one\\r",
    );
}

#[test]
fn applying_twice_fails() {
    let once = apply(GOOD, UPSTREAM).expect("fits");
    refuses(
        GOOD,
        &once,
        ", hunk 1: does not fit src/file.rs at upstream line 2\n  expected: two\n  found:    zwei",
    );
}

#[test]
fn short_upstream_is_named() {
    refuses(
        GOOD,
        "one\ntwo\nthree\n",
        ", hunk 2: starts at upstream line 6 of src/file.rs, which has 3 lines",
    );
    refuses(
        GOOD,
        "one\ntwo\nthree\nfour\nfive\nsix\n",
        ", hunk 2: does not fit src/file.rs at upstream line 7\n  expected: seven\n  found:    the end of the file",
    );
}

#[test]
fn hunks_out_of_order_are_refused() {
    const TEXT: &str = "--- a/src/file.rs\n+++ b/src/file.rs\n\
                        @@ -5,2 +5,3 @@\n five\n+x\n six\n@@ -2,2 +3,3 @@\n two\n+y\n three\n";
    refuses(
        TEXT,
        UPSTREAM,
        ", hunk 2: starts at upstream line 2, inside or before the hunk above it",
    );
}

#[test]
fn wrong_place_of_the_result_is_refused() {
    const TEXT: &str = "--- a/src/file.rs\n+++ b/src/file.rs\n@@ -5,2 +6,3 @@\n five\n+x\n six\n";
    refuses(
        TEXT,
        UPSTREAM,
        ", hunk 1: its header puts the result at line 6, but it comes out at line 5",
    );
}

#[test]
fn malformed_patches_are_refused() {
    refuses("nothing\n", UPSTREAM, ": has no `--- a/...` line");
    refuses(
        "--- /dev/null\n+++ b/src/file.rs\n@@ -1,1 +1,1 @@\n x\n",
        UPSTREAM,
        ": must modify a file that upstream has: `--- a/...`",
    );
    refuses(
        "--- a/src/file.rs\n@@\n",
        UPSTREAM,
        ": has no `+++ b/...` line after `--- a/...`",
    );
    refuses(
        "--- a/src/file.rs\n+++ b/other.rs\n",
        UPSTREAM,
        ": must not rename a file",
    );
    refuses(
        "--- a/src/file.rs\n+++ b/src/file.rs\n",
        UPSTREAM,
        ": has no hunk",
    );
}

#[test]
fn malformed_hunks_are_refused() {
    macro_rules! with_head {
        ($hunks:literal) => {
            concat!("--- a/src/file.rs\n+++ b/src/file.rs\n", $hunks)
        };
    }
    refuses(
        with_head!("diff --git\n"),
        UPSTREAM,
        ", hunk 1: expected `@@ -line,count +line,count @@`, found \"diff --git\"",
    );
    refuses(
        with_head!("@@ -0,0 +1,1 @@\n+x\n"),
        UPSTREAM,
        ", hunk 1: expected `@@ -line,count +line,count @@`, found \"@@ -0,0 +1,1 @@\"",
    );
    refuses(
        with_head!("@@ -1,2 +1,3 @@\n one\n+x\n"),
        UPSTREAM,
        ", hunk 1: ends before its header's line counts are met",
    );
    refuses(
        with_head!("@@ -1,2 +1,2 @@\n one\n+x\n+y\n two\n"),
        UPSTREAM,
        ", hunk 1: its lines do not match the counts in its header, at \"+y\"",
    );
    refuses(
        with_head!("@@ -1,2 +1,3 @@\n one\n+x\n\n"),
        UPSTREAM,
        ", hunk 1: its lines do not match the counts in its header, at \"\"",
    );
    refuses(
        with_head!("@@ -1,2 +1,3 @@\n one\n+x\n two\n+y\n"),
        UPSTREAM,
        ", hunk 2: expected `@@ -line,count +line,count @@`, found \"+y\"",
    );
    refuses(
        with_head!("@@ -1,1 +1,2 @@\n one\n+x\n"),
        UPSTREAM,
        ", hunk 1: must end with a context line",
    );
    refuses(
        with_head!("@@ -1,1 +1,1 @@\n one\n\\ No newline at end of file\n"),
        UPSTREAM,
        ", hunk 1: files without a final line end are not supported",
    );
}
