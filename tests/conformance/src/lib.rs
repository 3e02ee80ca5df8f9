//! The checks that every module passes.
