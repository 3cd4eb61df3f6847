internal import NIOCore

/// Runs tasks on an event loop's own thread.
///
/// A task that answers a request where the request's octets arrive needn't be woken on another thread, which takes longer than most
/// requests do. What would hold the thread up is elsewhere anyway: passwords and databases have threads of their own.
final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Safe: the job was handed over to be run once, and the event loop runs what it is given once.
    eventLoop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
