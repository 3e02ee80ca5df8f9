//! Parley: a small made-up game with everything that a module can need.
