/// Compares two byte sequences in a time that depends only on their lengths.
///
/// Pixy compares secrets (verifiers, challenges, `state`, client secrets) with received values
/// through this function. `==` stops at the first difference, so its duration shows an attacker how
/// much of a guess was right. Lengths are treated as public: sequences of different lengths are
/// unequal at once.
///
/// - Parameters:
///   - lhs: The bytes, for example `text.utf8`. They are compared as they are, without
///     normalization.
///   - rhs: The bytes to compare with.
package func equalInConstantTime(_ lhs: some Collection<UInt8>, _ rhs: some Collection<UInt8>) -> Bool {
  // Safe: the memory is read only while it is valid.
  unsafe withBytes(of: lhs) { lhs in
    unsafe withBytes(of: rhs) { rhs in
      unsafe differences(lhs, rhs) == 0
    }
  }
}

/// Returns zero if the sequences are equal. The function is never inlined, so the compiler can't
/// use a caller's knowledge of the arguments to add an early exit to the loop.
@inline(never)
private func differences(_ lhs: UnsafeBufferPointer<UInt8>, _ rhs: UnsafeBufferPointer<UInt8>) -> UInt8 {
  guard lhs.count == rhs.count else { return 1 }
  var differences: UInt8 = 0
  for index in 0..<lhs.count {
    // Safe: `index` is below both counts, which were just compared.
    differences |= unsafe lhs[index] ^ rhs[index]
  }
  return differences
}

/// Passes the collection's own storage to `body` if it is contiguous, and otherwise a copy.
private func withBytes<Result>(
  of collection: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  // Safe: both calls keep the memory valid during `body`, which doesn't let it escape.
  if let result = collection.withContiguousStorageIfAvailable(body) { return result }
  return unsafe Array(collection).withUnsafeBufferPointer(body)
}
