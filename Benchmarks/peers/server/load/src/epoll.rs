//! The four calls of Linux that tell which connections have something to read; the standard library has none for it.
use crate::fail;
use std::os::fd::RawFd;

#[repr(C)]
#[cfg_attr(target_arch = "x86_64", repr(packed))]
#[derive(Clone, Copy)]
struct Event {
    events: u32,
    data: u64,
}

extern "C" {
    fn epoll_create1(flags: i32) -> i32;
    fn epoll_ctl(epoll: i32, operation: i32, file: i32, event: *mut Event) -> i32;
    fn epoll_wait(epoll: i32, events: *mut Event, most: i32, timeout: i32) -> i32;
}

const ADD: i32 = 1;
const READABLE: u32 = 1;
/// An answer that takes so many milliseconds is none.
const PATIENCE: i32 = 20_000;

pub struct Epoll(i32);

impl Epoll {
    pub fn new() -> Epoll {
        // SAFETY: no memory is passed.
        let file = unsafe { epoll_create1(0) };
        if file < 0 {
            fail("epoll_create1");
        }
        Epoll(file)
    }

    /// Has a connection watched until it is closed.
    pub fn watch(&self, file: RawFd, index: u64) {
        let mut event = Event { events: READABLE, data: index };
        // SAFETY: the event lives until the call returns.
        if unsafe { epoll_ctl(self.0, ADD, file, &mut event) } != 0 {
            fail("epoll_ctl");
        }
    }

    /// Waits until there is something to read, and says where.
    pub fn wait(&self, ready: &mut Vec<u64>) {
        let mut events = [Event { events: 0, data: 0 }; 256];
        // SAFETY: there is room for as many events as are asked for.
        let count = unsafe { epoll_wait(self.0, events.as_mut_ptr(), 256, PATIENCE) };
        if count == 0 {
            fail("no answer within 20 seconds");
        }
        ready.clear();
        ready.extend(events.iter().take(count.max(0) as usize).map(|event| event.data));
    }
}
