// The same pair as a straightforward Rust program makes it, measured as Sources/Measuring does.
use sha2::{Digest, Sha256};
use std::time::Instant;

fn pair() -> (String, String) {
    let mut octets = [0u8; 32];
    getrandom::getrandom(&mut octets).expect("the system's random octets");
    let verifier = base64::encode_config(octets, base64::URL_SAFE_NO_PAD);
    let digest = Sha256::digest(verifier.as_bytes());
    let challenge = base64::encode_config(digest, base64::URL_SAFE_NO_PAD);
    (verifier, challenge)
}

fn main() {
    let numbers: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.parse().ok())
        .filter(|number| *number > 0)
        .collect();
    let iterations = *numbers.first().unwrap_or(&200_000);
    let rounds = *numbers.get(1).unwrap_or(&5);

    let mut check: usize = 0;
    let mut times: Vec<f64> = Vec::new();
    for round in 0..=rounds {
        let start = Instant::now();
        for _ in 0..iterations {
            let (verifier, challenge) = pair();
            check += *challenge.as_bytes().last().unwrap_or(&0) as usize + verifier.len();
        }
        let elapsed = start.elapsed().as_nanos() as f64 / iterations as f64;
        if round > 0 {
            times.push(elapsed);
        }
    }
    let list: Vec<String> = times.iter().map(|time| format!("{:.1}", time)).collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{{\"name\": \"rust\", \"ns\": {:.1}, \"rounds\": [{}], \"iterations\": {}, \"check\": {}}}",
        times[times.len() / 2],
        list.join(", "),
        iterations,
        check
    );
}
