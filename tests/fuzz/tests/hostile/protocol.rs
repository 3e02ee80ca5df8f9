//! Sessions with lines that ask for too much.

use muster_fuzz::fine;

#[track_caller]
fn session(head: &str, lines: &[&str]) {
    let more = lines.join("\n");
    let all = format!(
        "{head}\n{more}\n{{\"id\":99,\"ask\":\"view\"}}\n{{\"id\":100,\"ask\":\"act\",\"seat\":0,\"revision\":\"@\",\"choice\":\"@0\"}}\n{{\"id\":101,\"ask\":\"standing\"}}"
    );
    fine("protocol", all.as_bytes());
}

#[test]
fn waiting_for_ever() {
    for pause in [u64::MAX, 1 << 62, 1 << 40] {
        let pace = format!("{{\"id\":1,\"ask\":\"pace\",\"pause\":{pause}}}");
        let think = format!("{{\"id\":2,\"ask\":\"think\",\"budget\":{{\"millis\":{pause}}}}}");
        let act = "{\"id\":3,\"ask\":\"act\",\"seat\":0,\"revision\":\"@\",\"choice\":\"@0\"}";
        for seats in ["human,human", "human,bot:random", "human,bot:regular"] {
            session(seats, &[&pace, &think, act, act, act]);
        }
    }
    session("human,bot:regular", &["{\"id\":2,\"ask\":\"think\",\"budget\":{\"playouts\":4294967295}}"]);
}

#[test]
fn lines_that_are_too_long_or_too_deep() {
    let long = format!(
        "{{\"id\":1,\"ask\":\"act\",\"seat\":0,\"revision\":\"@\",\"choice\":\"{}\"}}",
        "x".repeat(900_000)
    );
    let deep = format!("{{\"id\":1,\"ask\":{}{}}}", "[".repeat(400_000), "]".repeat(400_000));
    let target = format!(
        "{{\"id\":1,\"ask\":\"explain\",\"seat\":0,\"target\":{{\"Custom\":{{\"name\":\"x\",\"json\":\"{}\"}}}}}}",
        "[".repeat(100_000)
    );
    let names = format!(
        "{{\"id\":1,\"ask\":\"details\",\"seat\":0,\"choices\":[{}\"x\"]}}",
        "\"bid 1\",".repeat(100_000)
    );
    let overlay = format!("{{\"id\":1,\"ask\":\"overlay\",\"name\":\"{}\"}}", "y".repeat(900_000));
    let kind = format!("{{\"id\":1,\"ask\":\"{}\"}}", "z".repeat(900_000));
    let endless = "w".repeat(3 << 20);
    session("human,human", &[&long, &deep, &target, &names, &overlay, &kind, &endless]);
}

#[test]
fn more_lines_than_can_be_answered_are_not_kept() {
    let flood = format!("{{\"id\":1,\"ask\":\"view\"}}{}", " ".repeat(60_000));
    let (done, memory) = {
        let _one = muster_fuzz::one_at_a_time();
        muster_fuzz::meter::most_bytes(|| muster_fuzz::targets::flooded(&flood, 4_000))
    };
    assert_eq!(done, Ok(4_000), "every line is answered");
    assert!(memory < 64 << 20, "{} MiB are kept of what waits", memory >> 20);
}
