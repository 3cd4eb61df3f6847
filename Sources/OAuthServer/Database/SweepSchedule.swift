/// The schedule by which an in-memory store deletes expired entries: each time the store has
/// doubled. The work for each entry then stays constant, and the memory stays below about twice
/// what is needed.
struct SweepSchedule: Sendable {
  private static let smallest = 1_024
  private var threshold = Self.smallest

  func isDue(_ count: Int) -> Bool {
    count >= threshold
  }

  mutating func happened(remaining: Int) {
    threshold = max(Self.smallest, remaining * 2)
  }
}
