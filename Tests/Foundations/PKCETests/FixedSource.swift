import PKCE

/// A broken source of randomness: it returns the same few or many bytes at every call.
struct FixedSource: RandomSource {
  let fixed: [UInt8]

  init(_ fixed: [UInt8]) {
    self.fixed = fixed
  }

  func bytes(_ count: Int) -> [UInt8] {
    fixed
  }
}
