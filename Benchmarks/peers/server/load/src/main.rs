//! Asks an authorization server as fast as it answers, over connections that stay open: one thread, so that little is taken from a
//! server that shares the machine.
//!
//!     load ADDRESS,… OPERATION SECONDS WARMUP < CONNECTIONS
//!
//! Several addresses take turns: the first connection goes to the first address, and so on.
//!
//! Each line of standard input is one connection, its fields separated by tabs:
//!
//!     flow        cookie, target of the authorization request, path of the token request, its body up to the code
//!     refresh     path, body up to the refresh token, refresh token
//!     introspect  path, value of Authorization, body
//!     metadata    path
//!
//! A flow is an authorization request by a browser that is signed in, and the token request with the code of its answer. Each connection
//! has one request under way. Prints one line of JSON: what was done in SECONDS after WARMUP, how long each took, and, for `refresh`, the
//! tokens with which the connections can go on. Any answer but the expected one ends it with exit code 1.
mod connection;
mod epoll;
mod operation;

use connection::Connection;
use epoll::Epoll;
use operation::Operation;
use std::io::Read;
use std::process::exit;
use std::time::{Duration, Instant};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.len() != 5 {
        eprintln!("usage: load ADDRESS,… OPERATION SECONDS WARMUP < CONNECTIONS");
        exit(64);
    }
    let seconds: f64 = arguments[3].parse().unwrap_or(3.0);
    let warmup: f64 = arguments[4].parse().unwrap_or(0.5);
    let mut lines = String::new();
    if std::io::stdin().read_to_string(&mut lines).is_err() {
        fail("standard input isn't text");
    }
    let mut connections: Vec<Connection> = lines
        .lines()
        .zip(arguments[1].split(',').cycle())
        .map(|(line, address)| match Operation::parse(&arguments[2], address, line) {
            Some(operation) => Connection::new(address, operation),
            None => fail("a connection's line doesn't have what the operation needs"),
        })
        .collect();

    let epoll = Epoll::new();
    let begin = Instant::now() + Duration::from_secs_f64(warmup);
    let end = begin + Duration::from_secs_f64(seconds);
    let mut taken: Vec<u32> = Vec::with_capacity(1 << 20);
    for (index, connection) in connections.iter_mut().enumerate() {
        connection.start(&epoll, index as u64);
    }
    let mut busy = connections.len();
    let mut ready = Vec::with_capacity(connections.len());
    while busy > 0 {
        epoll.wait(&mut ready);
        for &index in &ready {
            let connection = &mut connections[index as usize];
            let Some(duration) = connection.proceed(&epoll, index) else { continue };
            let now = Instant::now();
            if now >= begin && now < end {
                taken.push((duration.as_nanos() / 100).min(u32::MAX as u128) as u32);
            }
            if now < end {
                connection.start(&epoll, index);
            } else {
                busy -= 1;
            }
        }
    }

    taken.sort_unstable();
    let at = |share: f64| match taken.len() {
        0 => 0.0,
        count => taken[((count as f64 * share) as usize).min(count - 1)] as f64 / 10.0,
    };
    let tokens: Vec<String> = connections.iter().filter_map(|c| c.operation.refresh_token()).map(|t| format!("\"{t}\"")).collect();
    println!(
        "{{\"operations\": {}, \"perSecond\": {:.1}, \"p50\": {:.1}, \"p99\": {:.1}, \"refreshTokens\": [{}]}}",
        taken.len(),
        taken.len() as f64 / seconds,
        at(0.5),
        at(0.99),
        tokens.join(", ")
    );
}

pub fn fail(what: &str) -> ! {
    eprintln!("load: {what}");
    exit(1);
}
