/// When an in-memory store looks for what it can forget: each time it has doubled, so that the work per entry stays
/// constant and memory stays below about twice what is needed.
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
