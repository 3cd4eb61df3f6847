import OAuthCore

/// Queries and form bodies.
enum FormTarget {
  static func run(_ bytes: [UInt8]) {
    let parameters: FormParameters
    do {
      parameters = try FormParameters(decoding: bytes)
    } catch {
      requireSafe("\(error)", of: "a form error")
      return
    }
    require(parameters.pairs.count <= FormParameters.maximumPairs, "no more pairs than the limit")
    require(bytes.count <= FormParameters.maximumBytes, "no more bytes than the limit")
    requireSafe("\(parameters)", of: "a form's description")
    for encoded in [parameters.formEncoded(), parameters.queryEncoded()]
    where encoded.utf8.count <= FormParameters.maximumBytes {
      require((try? FormParameters(decoding: encoded)) == parameters, "an encoded form is decoded to the same form")
    }
    if let repeated = parameters.firstRepeatedName() {
      require((try? parameters.single(repeated)) == nil, "a repeated parameter is rejected")
    }
    for pair in parameters.pairs.prefix(8) {
      requireSafe(pair.description, of: "a pair's description")
      require(parameters.all(pair.name).contains(pair.value), "every value is found by its name")
    }
  }
}
