//! The conversation between the caller and a worker: one task in, one report out.

use std::io::{Read, Write};

use anyhow::{bail, Context, Result};
use serde::{de::DeserializeOwned, Deserialize, Serialize};

use crate::{identity::Identify, keys::DescribeKeys, measure::Measure, params::DigestParams};
use crate::{proof::Prove, proof::Verify};

/// Something a worker can be asked to do.
pub trait Task: Serialize + DeserializeOwned {
    /// Name of the task in the [`Envelope`].
    const NAME: &'static str;

    /// What the worker answers.
    type Report: Serialize + DeserializeOwned;

    /// Does the work in this process.
    ///
    /// # Errors
    /// If the task cannot be carried out as described; a wrong result is a report, not an error.
    fn perform(&self) -> Result<Self::Report>;
}

/// A task on its way to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Envelope {
    /// [`Task::NAME`].
    pub task: String,
    /// The task itself.
    pub input: serde_json::Value,
}

impl Envelope {
    /// Puts `task` into an envelope.
    ///
    /// # Errors
    /// If the task has no JSON form.
    pub fn new<T: Task>(task: &T) -> Result<Self> {
        Ok(Envelope {
            task: T::NAME.to_owned(),
            input: serde_json::to_value(task)?,
        })
    }
}

/// Reads one [`Envelope`] from `input`, performs its task and writes the report to `output`.
///
/// # Errors
/// If the document is not an envelope, names a task that is not known here, or the task fails.
pub fn serve(input: impl Read, mut output: impl Write) -> Result<()> {
    let envelope: Envelope =
        serde_json::from_reader(input).context("the task is not a JSON document of this form")?;
    let report = match envelope.task.as_str() {
        Identify::NAME => answer::<Identify>(envelope.input),
        Measure::NAME => answer::<Measure>(envelope.input),
        DigestParams::NAME => answer::<DigestParams>(envelope.input),
        DescribeKeys::NAME => answer::<DescribeKeys>(envelope.input),
        Prove::NAME => answer::<Prove>(envelope.input),
        Verify::NAME => answer::<Verify>(envelope.input),
        unknown => bail!("no task is called {unknown:?}"),
    }?;
    serde_json::to_writer(&mut output, &report)?;
    output.flush()?;
    Ok(())
}

fn answer<T: Task>(input: serde_json::Value) -> Result<serde_json::Value> {
    let task: T = serde_json::from_value(input)
        .with_context(|| format!("not an input of the task {:?}", T::NAME))?;
    Ok(serde_json::to_value(task.perform()?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::Curve;

    fn ask<T: Task>(task: &T) -> Result<T::Report> {
        let request = serde_json::to_vec(&Envelope::new(task)?)?;
        let mut answer = Vec::new();
        serve(request.as_slice(), &mut answer)?;
        Ok(serde_json::from_slice(&answer)?)
    }

    #[test]
    fn a_report_survives_the_conversation() -> Result<()> {
        let task = DigestParams {
            curve: Curve::Pallas,
            sizes: vec![0, 3],
        };
        assert_eq!(ask(&task)?, task.perform()?);
        Ok(())
    }

    #[test]
    fn an_unknown_task_is_refused_by_name() {
        let error = serve(br#"{"task":"dance","input":null}"#.as_slice(), Vec::new())
            .expect_err("no such task");
        assert!(error.to_string().contains("dance"), "{error}");
    }

    #[test]
    fn a_malformed_input_names_the_task() {
        let error = serve(
            br#"{"task":"digest-params","input":{"curve":"Jubjub"}}"#.as_slice(),
            Vec::new(),
        )
        .expect_err("no such curve");
        assert!(error.to_string().contains("digest-params"), "{error}");
    }
}
