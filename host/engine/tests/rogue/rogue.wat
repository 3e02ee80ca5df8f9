;; A module that misbehaves: each of its functions in another way. The tests make a component of it.
;;
;; Memory: 0-999 what never changes and is all zero, 1000-1999 answers, 2000-2999 texts, 64 KiB-1 MiB what is in
;; `seats`, and from 1 MiB on whatever the host puts in.
(module $rogue
  (import "muster:game/dice@0.1.0" "roll"
    (func $roll (param $count i32) (param $sides i32) (param $reason i32) (param $length i32) (param $answer i32)))
  (import "muster:game/journal@0.1.0" "note"
    (func $note (param $audience i32) (param $seats i32) (param $seat-count i32)
      (param $text i32) (param $length i32) (param $cited i32) (param $citation i32) (param $citation-length i32)))
  (import "[export]muster:game/rules@0.1.0" "[resource-new]game" (func $new (param i32) (result i32)))

  (memory (export "memory") 32)
  (data (i32.const 2000) "a test")
  (data (i32.const 2100) "panic: panicked at rules.rs:7:9: the general is nowhere")
  (data (i32.const 2200) "the weather holds")
  (data (i32.const 2300) "\ff\fe")

  (global $heap (mut i32) (i32.const 0x100000))
  (global $dropped (mut i32) (i32.const 0))

  (func (export "cabi_realloc") (param $old i32) (param $size i32) (param $align i32) (param $new-size i32) (result i32)
    (local $at i32)
    (local.set $at (i32.and (i32.add (global.get $heap) (i32.const 7)) (i32.const -8)))
    (global.set $heap (i32.add (local.get $at) (local.get $new-size)))
    (local.get $at))

  ;; All zero: no title, no sides, nothing.
  (func (export "muster:game/rules@0.1.0#describe") (result i32) (i32.const 0))

  (func (export "muster:game/rules@0.1.0#[static]game.create") (param i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
    (call $game))
  (func (export "muster:game/rules@0.1.0#[static]game.load") (param i32 i32 i32) (result i32)
    (call $game))
  (func $game (result i32)
    (i32.store8 (i32.const 1000) (i32.const 0))
    (i32.store (i32.const 1004) (call $new (i32.const 1)))
    (i32.const 1000))

  ;; Every drop is counted.
  (func (export "muster:game/rules@0.1.0#[dtor]game") (param i32)
    (global.set $dropped (i32.add (global.get $dropped) (i32.const 1))))

  ;; Never comes back.
  (func $march-in-circles (export "muster:game/rules@0.1.0#[method]game.decisions") (param i32) (result i32)
    (loop $on (br $on))
    (i32.const 0))

  ;; Seat 0: asks for the table's dice at any time. Seat 1: how many games were dropped.
  (func (export "muster:game/rules@0.1.0#[method]game.choice-count") (param i32) (param $seat i32) (result i32)
    (if (i32.eqz (local.get $seat))
      (then (call $roll (i32.const 1) (i32.const 6) (i32.const 2000) (i32.const 6) (i32.const 1000))))
    (global.get $dropped))

  ;; A list that is said to be longer than the memory.
  (func (export "muster:game/rules@0.1.0#[method]game.weights") (param i32 i32 i32 i32) (result i32)
    (i32.store (i32.const 1000) (i32.const 0))
    (i32.store (i32.const 1004) (i32.const 0x1fffffff))
    (i32.const 1000))

  ;; Not asked.
  (func (export "muster:game/rules@0.1.0#[method]game.apply-index") (param i32 i32 i32 i32) (result i32)
    unreachable)

  ;; Behaves: rolls two dice, notes something, and says in an event "drawn" how many points the dice have.
  (func (export "muster:game/rules@0.1.0#[method]game.apply") (param i32 i32 i32 i32) (result i32)
    (local $faces i32)
    (call $roll (i32.const 2) (i32.const 6) (i32.const 2000) (i32.const 6) (i32.const 1000))
    (local.set $faces (i32.load (i32.const 1000)))
    (call $note (i32.const 0) (i32.const 0) (i32.const 0)
      (i32.const 2200) (i32.const 17) (i32.const 0) (i32.const 0) (i32.const 0))
    (i32.store (i32.const 1100) (i32.const 4))
    (i32.store (i32.const 1104)
      (i32.add (i32.load8_u (local.get $faces)) (i32.load8_u (i32.add (local.get $faces) (i32.const 1)))))
    (i32.store (i32.const 1000) (i32.const 0))
    (i32.store (i32.const 1004) (i32.const 1100))
    (i32.store (i32.const 1008) (i32.const 1))
    (i32.const 1000))

  ;; Takes a place in the memory for as long as there is any.
  (func $pillage (export "muster:game/rules@0.1.0#[method]game.save") (param i32) (result i32)
    (loop $on
      (drop (memory.grow (i32.const 16)))
      (br $on))
    (i32.const 0))

  ;; 60,000 names of 16 KiB each, all in the same place: small here, a thousand million bytes in the host.
  (func (export "muster:game/rules@0.1.0#[method]game.seats") (param i32) (result i32)
    (local $at i32)
    (local.set $at (i32.const 0x10000))
    (loop $on
      (i32.store (local.get $at) (i32.const 0x90000))
      (i32.store offset=4 (local.get $at) (i32.const 16384))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $on (i32.lt_u (local.get $at) (i32.const 0x85300))))
    (i32.store (i32.const 1000) (i32.const 0x10000))
    (i32.store (i32.const 1004) (i32.const 60000))
    (i32.const 1000))

  ;; Calls itself for ever.
  (func $dig-deeper (param $depth i64) (result i32)
    (i32.add (i32.const 1) (call $dig-deeper (i64.add (local.get $depth) (i64.const 1)))))
  (func (export "muster:game/rules@0.1.0#[method]game.explain") (param i32 i32 i32 i32 i32 i32 i32) (result i32)
    (call $dig-deeper (i64.const 0)))

  ;; Panics, with a message.
  (func $lose-the-general
    (call $note (i32.const 1) (i32.const 0) (i32.const 0)
      (i32.const 2100) (i32.const 55) (i32.const 0) (i32.const 0) (i32.const 0))
    unreachable)
  (func (export "muster:game/rules@0.1.0#[method]game.view") (param i32 i32 i32) (result i32)
    (call $lose-the-general)
    (i32.const 0))

  ;; Gives up, without a message.
  (func $give-up (export "muster:game/rules@0.1.0#[method]game.details") (param i32 i32 i32 i32) (result i32)
    unreachable)

  ;; A title that isn't text.
  (func (export "muster:game/rules@0.1.0#[method]game.odds") (param i32 i32 i32 i32) (result i32)
    (i32.store (i32.const 1100) (i32.const 2300))
    (i32.store (i32.const 1104) (i32.const 2))
    (i32.store (i32.const 1000) (i32.const 1100))
    (i32.store (i32.const 1004) (i32.const 1))
    (i32.const 1000))

  ;; Not asked.
  (func (export "muster:game/rules@0.1.0#[method]game.overlay")
    (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
    unreachable)

  ;; Neither "none" nor "some".
  (func (export "muster:game/rules@0.1.0#[method]game.outcome") (param i32) (result i32)
    (i32.store8 (i32.const 1000) (i32.const 7))
    (i32.const 1000))

  (func (export "muster:game/rules@0.1.0#[method]game.fork") (param i32 i64) (result i32)
    (call $new (i32.const 2)))
  ;; A handle that nobody made.
  (func (export "muster:game/rules@0.1.0#[method]game.sample") (param i32 i32 i64) (result i32)
    (i32.const 4711))

  ;; Prospects for no side at all.
  (func (export "muster:game/rules@0.1.0#[method]game.playout") (param i32 i32 i32 i64 i32) (result i32)
    (i32.const 0))

  (func (export "muster:game/rules@0.1.0#[method]game.edit") (param i32 i32 i32) (result i32)
    unreachable))
