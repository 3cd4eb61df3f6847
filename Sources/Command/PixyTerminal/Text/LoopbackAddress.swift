/// The hosts of this machine.
package enum LoopbackAddress {
  /// Returns whether an address without scheme begins with a host of this machine.
  package static func begins(_ address: Substring) -> Bool {
    let host = address.prefix { $0 != "/" }
    return host.wholeMatch(of: /(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?/) != nil
  }
}
