//! The system's own dialog for a file, which stands beside the window as long as the person takes.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};

use super::lists::Bell;

/// The dialog that was shown last.
#[derive(Default)]
pub(super) struct FileDialog(Option<Receiver<PathBuf>>);

impl FileDialog {
    /// Shows the dialog. What an earlier one comes to is no longer wanted.
    pub(super) fn show(&mut self, bell: Bell) {
        let (tell, told) = mpsc::channel();
        // It is made on the window's thread, as some systems ask, and waited for on another.
        let dialog = rfd::AsyncFileDialog::new()
            .set_title("Open a file")
            .add_filter("Saved tables and modules", &["jsonl", muster_bundle::ENDING])
            .pick_file();
        let wait = move || {
            if let Some(file) = pollster::block_on(dialog) {
                // The window may be gone.
                let _ = tell.send(file.path().to_owned());
            }
            bell.wake();
        };
        match std::thread::Builder::new().name("dialog".to_owned()).spawn(wait) {
            Ok(_) => self.0 = Some(told),
            Err(why) => tracing::warn!(%why, "there is no dialog for a file"),
        }
    }

    /// What was chosen, once.
    pub(super) fn take(&mut self) -> Option<PathBuf> {
        self.0.as_ref()?.try_recv().ok()
    }
}
