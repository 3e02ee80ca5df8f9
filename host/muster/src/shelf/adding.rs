//! A module that is being added: it is installed, and compiled for that, beside the window.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};

use muster_app::catalogue::Addition;
use muster_bundle::Replace;
use muster_engine::{Engine, Manifest};
use muster_scripts::Library;

use super::lists::Bell;
use crate::modules::gate;
use crate::{Failure, Places};

/// What is being added, and what became of what was added last.
#[derive(Default)]
pub(super) struct Adding {
    result: Option<Receiver<Result<(), String>>>,
    refused: Option<String>,
}

impl Adding {
    /// Begins to install a bundle, or what would be packed of a module's folder; the bell is rung when that is over. While
    /// something is being added nothing else is.
    pub(super) fn start(
        &mut self,
        path: &Path,
        places: &Places,
        engine: &Engine,
        library: &Library,
        bell: Bell,
    ) {
        if self.result.is_some() {
            return;
        }
        let (tell, result) = mpsc::channel();
        let (path, places): (PathBuf, Places) = (path.to_owned(), places.clone());
        let (engine, library) = (engine.clone(), library.clone());
        let work = move || {
            let added = add(&path, &places, &engine, &library).map_err(|failure| failure.to_string());
            // The window may be gone.
            let _ = tell.send(added);
            bell.ring();
        };
        match std::thread::Builder::new().name("install".to_owned()).spawn(work) {
            Ok(_) => (self.result, self.refused) = (Some(result), None),
            Err(why) => self.refused = Some(why.to_string()),
        }
    }

    /// Whether something has been added since this was asked last.
    pub(super) fn has_added(&mut self) -> bool {
        let Some(result) = &self.result else { return false };
        let added = match result.try_recv() {
            Ok(added) => added,
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => Err("it could not be looked at".to_owned()),
        };
        self.result = None;
        self.refused = added.err();
        self.refused.is_none()
    }

    /// How it stands.
    pub(super) fn state(&self) -> Addition {
        match (&self.result, &self.refused) {
            (Some(_), _) => Addition::UnderWay,
            (None, Some(why)) => Addition::Refused(why.clone()),
            (None, None) => Addition::None,
        }
    }
}

fn add(path: &Path, places: &Places, engine: &Engine, library: &Library) -> Result<(), Failure> {
    let bundle = if path.is_dir() {
        let manifest = Manifest::read(path).map_err(|why| Failure::Problems(vec![why.to_string().into()]))?;
        let shared = crate::bundles::shared_files(path, &[], &manifest.id, library)?;
        muster_bundle::pack(path, &[], &shared)?.0
    } else {
        crate::bundles::open(path)?
    };
    let check = |folder: &Path| gate(engine, folder).map(drop).map_err(|failure| failure.to_string());
    crate::bundles::put(&bundle, places, Replace::Ask, check)?;
    Ok(())
}
