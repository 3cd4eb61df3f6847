/// Measures one operation the way all peers do (`peers/`), and prints one line of JSON.
///
/// `PROGRAM [iterations] [rounds]`: one round that isn't counted, then `rounds` rounds of `iterations` calls each; the
/// median of the rounds' nanoseconds per call, and all of them.
///
/// - Parameter operation: what is measured; it returns a number made from its result, so that nothing is optimized away.
@inlinable
@inline(__always)
public func measure(_ name: String, _ operation: () throws -> Int) rethrows {
  let arguments = CommandLine.arguments.dropFirst().compactMap(Int.init).filter { $0 > 0 }
  let iterations = arguments.first ?? 200_000
  let rounds = arguments.dropFirst().first ?? 5

  let clock = ContinuousClock()
  var check = 0
  var times: [Double] = []
  for round in 0...rounds {
    let start = clock.now
    for _ in 0..<iterations {
      check &+= try operation()
    }
    let elapsed = (clock.now - start).components
    let nanoseconds = Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9
    if round > 0 { times.append(nanoseconds / Double(iterations)) }
  }

  report(name, times, iterations: iterations, check: check)
}

@usableFromInline
func report(_ name: String, _ times: [Double], iterations: Int, check: Int) {
  let sorted = times.sorted()
  let list = times.map { "\(tenths($0))" }.joined(separator: ", ")
  print(
    """
    {"name": "\(name)", "ns": \(tenths(sorted[sorted.count / 2])), "rounds": [\(list)], \
    "iterations": \(iterations), "check": \(check)}
    """)
}

func tenths(_ value: Double) -> Double {
  (value * 10).rounded() / 10
}

/// As the other one, for operations that may wait.
///
/// - Parameters:
///   - tasks: how many do it at once; the iterations are divided among them, and the time is that of all together.
///   - operation: what is measured.
@inlinable
public func measure(
  _ name: String, tasks: Int, _ operation: @escaping @Sendable () async throws -> Int
) async rethrows {
  let arguments = CommandLine.arguments.dropFirst().compactMap(Int.init).filter { $0 > 0 }
  let iterations = arguments.first ?? 200_000
  let rounds = arguments.dropFirst().first ?? 5

  let clock = ContinuousClock()
  var check = 0
  var times: [Double] = []
  for round in 0...rounds {
    let start = clock.now
    if tasks == 1 {
      for _ in 0..<iterations { check &+= try await operation() }
    } else {
      check &+= try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<tasks {
          group.addTask {
            var check = 0
            for _ in 0..<(iterations / tasks) { check &+= try await operation() }
            return check
          }
        }
        return try await group.reduce(0, &+)
      }
    }
    let elapsed = (clock.now - start).components
    let nanoseconds = Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9
    if round > 0 { times.append(nanoseconds / Double(iterations)) }
  }

  report(name, times, iterations: iterations, check: check)
}
