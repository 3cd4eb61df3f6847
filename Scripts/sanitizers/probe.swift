// What a sanitizer has to find, and what it must not: Scripts/sanitize runs this first.
import Synchronization

final class Counts: @unchecked Sendable {
  let locked = Mutex([0])
  var free = 0
}

@main struct Probe {
  static func main() async {
    let counts = Counts()
    let defect = CommandLine.arguments.dropFirst().first
    if defect == "address" {
      let freed = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      freed.initialize(to: 1)
      freed.deallocate()
      print(freed.pointee)
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...8 {
        group.addTask {
          for _ in 1...20_000 {
            counts.locked.withLock { $0[0] += 1 }
            if defect == "thread" { counts.free += 1 }
          }
        }
      }
    }
    print(counts.locked.withLock { $0[0] }, counts.free)
  }
}
