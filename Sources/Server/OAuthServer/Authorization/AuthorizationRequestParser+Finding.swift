internal import FoundationBasics
internal import OAuthCore

/// A request's parameters, from the query, the form, a pushed request or a request object.
struct ResolvedRequest: Sendable {
  /// The parameters that apply. A pushed or signed request has only its own.
  let parameters: FormParameters
  /// The parameters that the server's pages carry, to find the request again.
  let carriedForm: FormParameters
  /// The pushed request that a completed sign-in consumes.
  let pushedRequest: SecretHash?
}

/// Finds a request's parameters: in the request itself, among the pushed requests, or in a request
/// object.
extension AuthorizationRequestParser {
  /// Returns the parameters that apply. Beside a reference or a request object, only `client_id` is
  /// read (RFC 9101 §5, RFC 9126 §4).
  func resolve(
    _ outer: FormParameters, of client: RegisteredClient, at stage: Stage, from address: ClientAddress?
  ) async throws -> ResolvedRequest {
    do {
      try outer.rejectRepetition(of: ["request", "request_uri"])
      let (object, reference) = (outer.value("request"), outer.value("request_uri"))
      switch (object, reference) {
      case (.some, .some):
        throw Refusal(.invalidRequest, "request and request_uri cannot be sent together (RFC 9101 section 5)")
      case (nil, .some) where stage == .pushing:
        throw Refusal(.invalidRequest, "a pushed request cannot have request_uri (RFC 9126 section 2.1)")
      case (nil, let reference?):
        if let secret = PushedRequestReference.secret(in: reference) {
          return try await pushedRequest(secret, reference, of: client, at: stage)
        }
        try requirePushed(client, stage)
        return try await fetchedRequest(reference, of: client, from: address)
      case (let object?, nil):
        try requirePushed(client, stage)
        return ResolvedRequest(
          parameters: try await parameters(of: object, client, stage, address),
          carriedForm: Self.form([("client_id", client.id), ("request", object)]), pushedRequest: nil)
      case (nil, nil):
        try requirePushed(client, stage)
        guard !client.settings.requiresSignedRequests else {
          throw Refusal(.invalidRequest, "this client must sign its requests: send request (RFC 9101 section 10.5)")
        }
        return ResolvedRequest(parameters: outer, carriedForm: Self.understood(in: outer), pushedRequest: nil)
      }
    } catch let refusal as Refusal {
      // A client that pushes a request gets the error directly, even if the request has a redirect
      // URI.
      if stage == .pushing { throw refusal }
      throw refused(refusal, outer, client)
    }
  }

  /// Returns the parameters of a request object that a browser or a client brings. Strangers
  /// can send objects that take time to reject, so invalid ones are counted.
  private func parameters(
    of object: String, _ client: RegisteredClient, _ stage: Stage, _ address: ClientAddress?
  ) async throws -> FormParameters {
    let now = clock.now()
    guard
      rejectedObjects.admits(
        client.id, from: address, at: now, perMinute: configuration.share(of: RejectionCounts.limit))
    else {
      throw Refusal(
        .temporarilyUnavailable, "too many invalid request objects came from this address: try again in a minute")
    }
    do {
      return try await reader(client, stage).parameters(of: object, isFromClient: false)
    } catch let refusal as Refusal where refusal.response.error == .invalidRequestObject {
      rejectedObjects.add(client.id, from: address, at: now)
      throw refusal
    }
  }

  /// Returns the error of a request whose own redirect URI isn't known yet. The error goes to the
  /// redirect URI beside the request object, if it is one of the client's, and otherwise to the
  /// user (RFC 6749 §4.1.2.1).
  private func refused(
    _ refusal: Refusal, _ outer: FormParameters, _ client: RegisteredClient
  ) -> any Error {
    guard let address = try? answerAddress(outer, client) else {
      return PageRefusal(
        .developersFault(refusal.response.errorDescription?.description ?? refusal.response.error.rawValue))
    }
    return RedirectRefusal(address, refusal.response)
  }

  /// Rejects a request that had to be pushed (RFC 9126 §5 and §6; FAPI 2.0 Security Profile
  /// §5.3.2.2).
  private func requirePushed(_ client: RegisteredClient, _ stage: Stage) throws(Refusal) {
    let mustBe =
      configuration.requests.requiresPushed || client.settings.requiresPushedRequests || client.settings.followsFAPI2
    guard !mustBe || stage == .pushing else {
      throw Refusal(.invalidRequest, "this client must push its requests: send request_uri (RFC 9126)")
    }
  }

  /// Finds a pushed request. If there is none, no redirect URI is known, so the user gets the
  /// error.
  private func pushedRequest(
    _ secret: Secret, _ reference: String, of client: RegisteredClient, at stage: Stage
  ) async throws -> ResolvedRequest {
    let (hash, now) = (SecretHash(ofToken: secret), clock.now())
    guard let record = try await pushedRequests?.pushedRequest(hash), record.clientID == client.id,
      now < (stage == .completion ? record.completableUntil : record.expires),
      let parameters = try? FormParameters(decoding: record.parameters.reveal())
    else { throw PageRefusal(.endedRequest) }
    if record.completableUntil <= record.expires {
      try await pushedRequests?.extendPushedRequest(
        hash, until: record.expires + configuration.requests.boundedSignInTime)
    }
    return ResolvedRequest(
      parameters: parameters, carriedForm: Self.form([("client_id", client.id), ("request_uri", reference)]),
      pushedRequest: hash)
  }

  /// Fetches a request object from an address that the client registered (OpenID Connect Core
  /// §6.2).
  ///
  /// The parameters are saved like a pushed request. The user therefore decides about the request
  /// that the page showed, even if the object at the address changes.
  private func fetchedRequest(
    _ reference: String, of client: RegisteredClient, from address: ClientAddress?
  ) async throws -> ResolvedRequest {
    guard let transport, let pushedRequests else {
      throw Refusal(.requestURINotSupported, "this server does not fetch request objects")
    }
    let location = String(reference.prefix { $0 != "#" })
    guard client.settings.requestURIs.contains(where: { $0 == reference || $0.prefix { $0 != "#" } == location }),
      let endpoint = try? Endpoint(location)
    else {
      throw Refusal(.invalidRequestURI, "request_uri is not one that this client registered")
    }
    // Any browser that opens a link makes the server fetch and store.
    let (now, limit) = (clock.now(), configuration.share(of: configuration.requests.unprovenPerAddress))
    guard unauthenticatedRequests.admits(address, at: now, perMinute: limit) else {
      throw Refusal(.temporarilyUnavailable, "too many requests came from this address: try again in a minute")
    }
    let object = try await RequestObjectFetch(
      transport: transport, backoff: fetchBackoff, outgoing: configuration.outgoing
    ).object(at: endpoint, for: client, now: now)
    let parameters: FormParameters
    do {
      parameters = try await reader(client, .beginning).parameters(of: object, isFromClient: true)
    } catch let refusal as Refusal {
      // The document at the address is no request of this client. The address may belong to another
      // host, or to another client, so the wait applies only to this client.
      fetchBackoff.begin(endpoint, for: client.id, at: now)
      throw refusal
    }
    let newReference = PushedRequestReference(from: core.secrets, at: now)
    let record = record(newReference, parameters, of: client)
    try await pushedRequests.savePushedRequest(
      record.completable(until: record.expires + configuration.requests.boundedSignInTime))
    return ResolvedRequest(
      parameters: parameters, carriedForm: Self.form([("client_id", client.id), ("request_uri", newReference.text)]),
      pushedRequest: newReference.hash)
  }

  /// Creates the record of a request, as it is stored until a sign-in begins.
  func record(
    _ reference: PushedRequestReference, _ parameters: FormParameters, of client: RegisteredClient
  ) -> PushedRequestRecord {
    let expires = clock.now() + configuration.requests.boundedPushedLifetime
    return PushedRequestRecord(
      hash: reference.hash, clientID: client.id, parameters: Secret(Self.understood(in: parameters).formEncoded()),
      expires: expires, completableUntil: expires)
  }

  private func reader(_ client: RegisteredClient, _ stage: Stage) -> RequestObjectReader {
    RequestObjectReader(
      configuration: configuration, knownParameters: Self.knownParameters, now: clock.now(),
      grace: stage == .completion ? configuration.requests.boundedSignInTime : .zero, client: client,
      clientKeys: clientKeys)
  }

  /// Returns the parameters that the server understands. Repetitions stay, because they are
  /// rejected when they are read.
  private static func understood(in parameters: FormParameters) -> FormParameters {
    form(
      parameters.pairs.filter { (knownParameters.contains($0.name) || $0.name == "resource") && !$0.value.isEmpty }
        .map { ($0.name, $0.value) })
  }

  private static func form(_ pairs: [(String, String)]) -> FormParameters {
    var form = FormParameters()
    for (name, value) in pairs { form.append(name, value) }
    return form
  }
}
