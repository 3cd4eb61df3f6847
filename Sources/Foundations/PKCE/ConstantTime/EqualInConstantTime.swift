/// Compares two byte sequences in a time that depends only on their lengths.
///
/// Pixy compares secrets (verifiers, challenges, `state`, client secrets) with received values
/// through this function. `==` stops at the first difference, so its duration shows an attacker how
/// much of a guess was right. Lengths are treated as public: sequences of different lengths are
/// unequal at once.
///
/// - Parameters:
///   - left: The bytes, for example `text.utf8`. They are compared as they are, without
///     normalization.
///   - right: The bytes to compare with.
package func equalInConstantTime(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
  // Safe: the memory is read only while it is valid.
  unsafe withBytes(of: left) { left in
    unsafe withBytes(of: right) { right in
      unsafe differences(left, right) == 0
    }
  }
}

/// Returns zero if the sequences are equal. The function is never inlined, so the compiler can't
/// use a caller's knowledge of the arguments to add an early exit to the loop.
@inline(never)
private func differences(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> UInt8 {
  guard left.count == right.count else { return 1 }
  var differences: UInt8 = 0
  for index in 0..<left.count {
    // Safe: `index` is below both counts, which were just compared.
    differences |= unsafe left[index] ^ right[index]
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
