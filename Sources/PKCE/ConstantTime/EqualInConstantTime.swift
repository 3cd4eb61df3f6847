/// Whether two runs of octets are equal, in a time that depends on their lengths alone.
///
/// Everything in Pixy that compares a secret with what somebody sent (verifiers, challenges, `state`, client secrets)
/// calls this instead of `==`, which stops at the first difference and so tells an attacker who can measure it how much
/// of a guess was right. Lengths are taken to be known: runs of different length are unequal at once.
///
/// - Parameters:
///   - left: octets, for example `text.utf8`. Octets are compared as they are; nothing is normalized.
///   - right: the octets to compare them with.
package func equalInConstantTime(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
  // Safe: the memory lent is read before it is given back.
  unsafe withOctets(of: left) { left in
    unsafe withOctets(of: right) { right in
      unsafe differences(left, right) == 0
    }
  }
}

/// Zero for equal runs. Never inlined, so that no caller's knowledge of its arguments can put an early exit into the
/// loop.
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

/// Lends the octets where they lie, or a copy of them if the collection doesn't keep them in one piece.
private func withOctets<Result>(
  of collection: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  // Safe: both calls lend the memory for the duration of `body`, which doesn't let it escape.
  if let result = collection.withContiguousStorageIfAvailable(body) { return result }
  return unsafe Array(collection).withUnsafeBufferPointer(body)
}
