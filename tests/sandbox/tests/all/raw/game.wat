;; The smallest game that a table plays: seat 0 says "go", a die is rolled, and it is asked again. Between the marks of
;; a `do` a test puts what a compiler would never write; the functions come to it from the fourth choice on.
;;
;; Memory: 0-999 what never changes and is all zero, 1000-1999 answers, 2000-2999 texts, 3000-3999 what the answers
;; point at, and from 64 KiB on whatever is allocated. A game is the address of the number of its choices.
(module $game
  (import "muster:game/dice@0.1.0" "roll"
    (func $roll (param $count i32) (param $sides i32) (param $reason i32) (param $length i32) (param $answer i32)))
  ;;(do import)
  (import "[export]muster:game/rules@0.1.0" "[resource-new]game" (func $new (param i32) (result i32)))

  (memory (export "memory") 16)
  (table $functions 1 funcref)
  (data (i32.const 2000) "go")
  (data (i32.const 2010) "begin")
  (data (i32.const 2020) "red")
  (data (i32.const 2030) "blue")
  (global $heap (mut i32) (i32.const 0x10000))
  ;;(do start)

  (func $text (param $at i32) (param $text i32) (param $length i32)
    (i32.store (local.get $at) (local.get $text))
    (i32.store offset=4 (local.get $at) (local.get $length)))

  (func $allocate (param $size i32) (result i32)
    (local $at i32)
    (local.set $at (i32.and (i32.add (global.get $heap) (i32.const 7)) (i32.const -8)))
    (global.set $heap (i32.add (local.get $at) (local.get $size)))
    (local.get $at))
  (func (export "cabi_realloc") (param $old i32) (param $size i32) (param $align i32) (param $new-size i32) (result i32)
    ;;(do realloc)
    (call $allocate (local.get $new-size)))

  ;; A description of two sides and one kind of decision.
  (func (export "muster:game/rules@0.1.0#describe") (result i32)
    ;;(do describe)
    (call $text (i32.const 1000) (i32.const 2000) (i32.const 2))
    (call $text (i32.const 1016) (i32.const 3000) (i32.const 2)) ;; sides
    (call $text (i32.const 3000) (i32.const 2020) (i32.const 3))
    (call $text (i32.const 3032) (i32.const 2030) (i32.const 4))
    (i32.store (i32.const 1076) (i32.const 1)) ;; state-schema
    (call $text (i32.const 1096) (i32.const 3100) (i32.const 1)) ;; decisions
    (call $text (i32.const 3100) (i32.const 2000) (i32.const 2))
    (i32.const 1000))

  (func $game (param $choices i32) (result i32)
    (local $state i32)
    (local.set $state (call $allocate (i32.const 8)))
    (i32.store (local.get $state) (local.get $choices))
    (i32.store8 (i32.const 1200) (i32.const 0))
    (i32.store (i32.const 1204) (call $new (local.get $state)))
    (i32.const 1200))
  (func (export "muster:game/rules@0.1.0#[static]game.create") (param i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
    (call $game (i32.const 0)))
  (func (export "muster:game/rules@0.1.0#[static]game.load") (param i32) (param $bytes i32) (param i32) (result i32)
    (call $game (i32.load (local.get $bytes))))
  (func (export "muster:game/rules@0.1.0#[dtor]game") (param i32))

  ;; Whether it has come to its mischief.
  (func $now (param $game i32) (result i32)
    (i32.ge_u (i32.load (local.get $game)) (i32.const 4)))

  (func (export "muster:game/rules@0.1.0#[method]game.decisions") (param $game i32) (result i32)
    (call $text (i32.const 1300) (i32.const 3200) (i32.const 1))
    (call $text (i32.const 3204) (i32.const 2020) (i32.const 3)) ;; side
    (call $text (i32.const 3212) (i32.const 2000) (i32.const 2)) ;; kind
    (call $text (i32.const 3220) (i32.const 2000) (i32.const 2)) ;; prompt
    (i32.store8 (i32.const 3276) (i32.const 1)) ;; waits
    (call $text (i32.const 3300) (i32.const 3400) (i32.const 1)) ;; choices
    (call $text (i32.const 3400) (i32.const 2000) (i32.const 2)) ;; id
    (i32.store8 (i32.const 3408) (i32.const 4)) ;; target: a button
    (call $text (i32.const 3412) (i32.const 2000) (i32.const 2))
    (if (call $now (local.get $game)) (then
      ;;(do decisions)
    ))
    (i32.const 1300))

  (func (export "muster:game/rules@0.1.0#[method]game.apply") (param $game i32) (param i32 i32 i32) (result i32)
    (if (call $now (local.get $game)) (then
      ;;(do apply)
    ))
    (call $roll (i32.const 1) (i32.const 6) (i32.const 2000) (i32.const 2) (i32.const 1400))
    (i32.store (local.get $game) (i32.add (i32.load (local.get $game)) (i32.const 1)))
    (i32.const 0))

  ;; The turn is the number of choices.
  (func (export "muster:game/rules@0.1.0#[method]game.view") (param $game i32) (param i32 i32) (result i32)
    (i32.store (i32.const 1500) (i32.load (local.get $game)))
    (i32.const 1500))

  (func (export "muster:game/rules@0.1.0#[method]game.seats") (param $game i32) (result i32)
    (call $text (i32.const 1700) (i32.const 3500) (i32.const 2))
    (call $text (i32.const 3500) (i32.const 2020) (i32.const 3))
    (call $text (i32.const 3508) (i32.const 2030) (i32.const 4))
    (i32.const 1700))

  (func (export "muster:game/rules@0.1.0#[method]game.outcome") (param $game i32) (result i32)
    (if (call $now (local.get $game)) (then
      ;;(do outcome)
    ))
    (i32.const 0))

  (func (export "muster:game/rules@0.1.0#[method]game.save") (param $game i32) (result i32)
    (call $text (i32.const 1800) (local.get $game) (i32.const 4))
    (if (call $now (local.get $game)) (then
      ;;(do save)
    ))
    (i32.const 1800))

  (func (export "muster:game/rules@0.1.0#[method]game.sample") (param $game i32) (param i32 i64) (result i32)
    (if (call $now (local.get $game)) (then
      ;;(do sample)
    ))
    (call $new (local.get $game)))

  ;; What nobody asks here, and what has nothing to tell.
  (func (export "muster:game/rules@0.1.0#[method]game.details") (param i32 i32 i32 i32) (result i32) (i32.const 0))
  (func (export "muster:game/rules@0.1.0#[method]game.odds") (param i32 i32 i32 i32) (result i32) (i32.const 0))
  (func (export "muster:game/rules@0.1.0#[method]game.fork") (param i32 i64) (result i32) unreachable)
  (func (export "muster:game/rules@0.1.0#[method]game.choice-count") (param i32 i32) (result i32) unreachable)
  (func (export "muster:game/rules@0.1.0#[method]game.weights") (param i32 i32 i32 i32) (result i32) unreachable)
  (func (export "muster:game/rules@0.1.0#[method]game.apply-index") (param i32 i32 i32 i32) (result i32) unreachable)
  (func (export "muster:game/rules@0.1.0#[method]game.explain") (param i32 i32 i32 i32 i32 i32 i32) (result i32)
    unreachable)
  (func (export "muster:game/rules@0.1.0#[method]game.overlay")
    (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
    unreachable)
  (func (export "muster:game/rules@0.1.0#[method]game.playout") (param i32 i32 i32 i64 i32) (result i32) unreachable)
  (func (export "muster:game/rules@0.1.0#[method]game.edit") (param i32 i32 i32) (result i32) unreachable))
