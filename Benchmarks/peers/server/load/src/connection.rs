//! One connection with one request under way.
use crate::epoll::Epoll;
use crate::fail;
use crate::operation::Operation;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

pub struct Connection {
    address: String,
    stream: Option<TcpStream>,
    pub operation: Operation,
    request: String,
    answer: Vec<u8>,
    started: Instant,
}

/// What of an answer there is to know.
struct Answer<'a> {
    status: u16,
    location: Option<&'a str>,
    body: &'a str,
    is_last: bool,
}

impl Connection {
    pub fn new(address: &str, operation: Operation) -> Connection {
        Connection {
            address: address.to_string(),
            stream: None,
            operation,
            request: String::with_capacity(4096),
            answer: Vec::with_capacity(65536),
            started: Instant::now(),
        }
    }

    /// Sends the first request of an operation.
    pub fn start(&mut self, epoll: &Epoll, index: u64) {
        self.started = Instant::now();
        self.request.clear();
        self.operation.begin(&mut self.request);
        self.send(epoll, index);
    }

    /// Reads what has come. Returns how long the operation took, if that was its end.
    pub fn proceed(&mut self, epoll: &Epoll, index: u64) -> Option<Duration> {
        let mut is_closed = false;
        let mut piece = [0u8; 16384];
        match self.stream.as_mut().map(|stream| stream.read(&mut piece)) {
            Some(Ok(0)) => is_closed = true,
            Some(Ok(count)) => self.answer.extend_from_slice(&piece[..count]),
            Some(Err(error)) if error.kind() == ErrorKind::WouldBlock => return None,
            _ => fail("a connection broke"),
        }
        let Some(answer) = parse(&self.answer) else {
            if is_closed {
                fail("a connection was closed before the answer was complete");
            }
            return None;
        };
        self.request.clear();
        let is_end = self.operation.go_on(answer.status, answer.location, answer.body, &mut self.request);
        if answer.is_last || is_closed {
            self.stream = None;
        }
        self.answer.clear();
        if is_end {
            return Some(self.started.elapsed());
        }
        self.send(epoll, index);
        None
    }

    fn send(&mut self, epoll: &Epoll, index: u64) {
        if self.stream.is_none() {
            let Ok(stream) = TcpStream::connect(&self.address) else { fail("no connection") };
            if stream.set_nodelay(true).is_err() || stream.set_nonblocking(true).is_err() {
                fail("a connection's options");
            }
            epoll.watch(stream.as_raw_fd(), index);
            self.stream = Some(stream);
        }
        // A few hundred octets always have room.
        if self.stream.as_mut().map(|stream| stream.write_all(self.request.as_bytes()).is_err()) != Some(false) {
            fail("a request couldn't be sent");
        }
    }
}

/// A whole answer, or nothing if there is more to come.
fn parse(octets: &[u8]) -> Option<Answer<'_>> {
    let end = octets.windows(4).position(|four| four == b"\r\n\r\n")?;
    let Ok(head) = std::str::from_utf8(&octets[..end]) else { fail("an answer's head isn't text") };
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
    let (mut length, mut location, mut is_last, mut is_chunked) = (None, None, false, false);
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let value = value.trim();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse::<usize>().ok();
        } else if name.eq_ignore_ascii_case("location") {
            location = Some(value);
        } else if name.eq_ignore_ascii_case("connection") {
            is_last = value.eq_ignore_ascii_case("close");
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            is_chunked = true;
        }
    }
    let Some(status) = status else { fail("an answer has no status") };
    if is_chunked || length.is_none() {
        fail("an answer doesn't say how long it is");
    }
    let body = octets[end + 4..].get(..length?)?;
    let Ok(body) = std::str::from_utf8(body) else { fail("an answer's body isn't text") };
    Some(Answer { status, location, body, is_last })
}
