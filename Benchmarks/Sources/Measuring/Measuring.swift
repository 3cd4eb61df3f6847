/// Measures one operation in the same way as the compared programs (`peers/`), and prints one line
/// of JSON.
///
/// Usage: `PROGRAM [ITERATIONS] [ROUNDS]`. One warm-up round isn't counted. It is followed by
/// `ROUNDS` rounds of `ITERATIONS` calls each. The output has the median of the rounds' nanoseconds
/// per call, and the value of each round.
///
/// - Parameters:
///   - name: The name of the measurement in the output.
///   - operation: The operation to measure. It returns a number computed from its result, so that
///     the compiler can't remove the call.
/// - Throws: The error of the operation.
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

/// Measures one asynchronous operation, called by several tasks at once, and prints one line of
/// JSON.
///
/// - Parameters:
///   - name: The name of the measurement in the output.
///   - tasks: The number of concurrent tasks. They share the iterations; the time is the time until
///     all tasks have finished.
///   - operation: The operation to measure. It returns a number computed from its result.
/// - Throws: The first error of an operation.
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
