internal import NIOCore

/// Runs tasks on an event loop's own thread.
///
/// A request is answered on the thread that reads it, because waking another thread takes longer
/// than most requests. Work that would block the thread runs elsewhere: password hashing and
/// database writes have their own threads.
final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) {
    self.eventLoop = eventLoop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Safe: the job has to run exactly once, and the event loop runs each closure once.
    eventLoop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
