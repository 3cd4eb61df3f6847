/// Why there is no QR code of a text.
public enum QRSymbolError: Error, Sendable, Hashable {
  /// The text has more than the largest symbol holds.
  case tooLong
}
