extension HTTPAnswer {
  /// The body as JSON text: without the byte order mark that a few servers put before it, and that a
  /// reader may ignore (RFC 8259 §8.1).
  package var json: [UInt8] {
    body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
  }
}
