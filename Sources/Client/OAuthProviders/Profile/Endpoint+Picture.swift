package import OAuthCore

extension Endpoint {
  /// Returns the address of a picture, unless a remote server sent an address on this machine.
  ///
  /// A program that shows the picture fetches it. Only a server on this machine may choose what is
  /// fetched from this machine.
  ///
  /// - Parameter source: The endpoint that sent the address; `nil` for a source that isn't on this
  ///   machine.
  /// - Returns: The address; `nil` if it is a loopback address and the source isn't.
  package func picture(saidBy source: Endpoint?) -> Endpoint? {
    parts.isLoopback && source?.parts.isLoopback != true ? nil : self
  }
}
