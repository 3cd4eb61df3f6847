import PKCE

/// Gives the same octets at every call, as far as they go: a source as broken as a test wants it.
struct FixedSource: RandomSource {
  let fixed: [UInt8]

  init(_ fixed: [UInt8]) {
    self.fixed = fixed
  }

  func octets(_ count: Int) -> [UInt8] {
    fixed
  }
}
