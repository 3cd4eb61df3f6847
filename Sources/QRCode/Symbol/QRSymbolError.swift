/// The reason why a text has no QR code.
public enum QRSymbolError: Error, Sendable, Hashable {
  /// The text is longer than the largest symbol can hold.
  case tooLong
}
