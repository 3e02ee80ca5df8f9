//! A call into an instance, driven in slices.

use std::{
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
    time::Duration,
};

use wasmtime::{Result, Store};

use crate::host::Host;
use crate::interrupt::{SLICE, Stop, Watch};

/// A store with an instance of a module, and what ends the calls into it.
pub(crate) struct Guest {
    pub(crate) store: Store<Host>,
    watch: Arc<Watch>,
}

impl Guest {
    pub(crate) fn new(mut store: Store<Host>, stop: Stop, deadline: Option<Duration>) -> Self {
        store
            .fuel_async_yield_interval(Some(SLICE))
            .expect("fuel is switched on in the engine's configuration");
        let watch = Arc::new(Watch::new(stop, deadline));
        store.data_mut().watched_by(&watch);
        Self { store, watch }
    }

    /// Runs a call to its end, unless it is interrupted.
    pub(crate) fn run<R>(&mut self, call: impl AsyncFnOnce(&mut Store<Host>) -> Result<R>) -> Result<R> {
        let Self { store, watch } = self;
        watch.begin();
        let mut answer = pin!(call(store));
        // It is polled again as soon as it has been checked, so nobody needs waking.
        let mut context = Context::from_waker(Waker::noop());
        loop {
            match answer.as_mut().poll(&mut context) {
                Poll::Ready(answer) => return answer,
                Poll::Pending => watch.check()?,
            }
        }
    }
}
