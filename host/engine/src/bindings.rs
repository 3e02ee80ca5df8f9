//! What `wasmtime` makes of the WIT package, for the host's side of the boundary. Nothing outside this crate
//! sees these types; [`crate::convert`] turns them into those of the contract and back.

wasmtime::component::bindgen!({
    path: "../../plugins/contract/wit/0.1",
    world: "module",
    imports: { default: trappable },
    exports: { default: async },
});
