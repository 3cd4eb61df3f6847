internal import Synchronization

/// The addresses that were reported because browsers use them and the issuer has another one. Strangers can
/// invent addresses, so each is reported once, and few at all.
final class AddressNotices: Sendable {
  /// The most reports.
  static let capacity = 10

  private let reported = Mutex<Set<String>>([])

  /// Returns whether an address is to be reported, and notes it.
  func isNew(_ address: String) -> Bool {
    reported.withLock { $0.count < Self.capacity && $0.insert(address).inserted }
  }
}
