internal import OAuthCore

extension Endpoint {
  /// The address of a picture, unless it is one of this machine's: whoever shows it fetches it, and nobody but a server on this machine has
  /// a say in what is fetched from this machine.
  ///
  /// - Parameter source: where it was said; `nil` for what nobody on this machine said.
  func picture(saidBy source: Endpoint?) -> Endpoint? {
    parts.isLoopback && source?.parts.isLoopback != true ? nil : self
  }
}
