//! Muster's window.
