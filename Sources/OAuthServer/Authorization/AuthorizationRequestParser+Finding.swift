#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import OAuthCore

/// A request's parameters, wherever they were.
struct FoundRequest: Sendable {
  /// What counts. Of a pushed or signed request these are its own parameters and no others.
  let parameters: FormParameters
  /// What the server's pages carry, so that the request can be found again.
  let carried: FormParameters
  /// The pushed request that a completed sign-in ends.
  let pushed: SecretHash?
}

/// Finds a request's parameters: in the request itself, where they were pushed, or in a request object.
extension AuthorizationRequestParser {
  /// RFC 9101 §5, RFC 9126 §4: with a reference or a request object only `client_id` counts besides.
  func resolve(
    _ outer: FormParameters, of client: RegisteredClient, at stage: Stage, from address: ClientAddress?
  ) async throws -> FoundRequest {
    do {
      try outer.refuseRepetition(of: ["request", "request_uri"])
      let (object, reference) = (outer.value("request"), outer.value("request_uri"))
      switch (object, reference) {
      case (.some, .some):
        throw Refusal(.invalidRequest, "request and request_uri cannot be sent together (RFC 9101 section 5)")
      case (nil, .some) where stage == .pushing:
        throw Refusal(.invalidRequest, "a request that is pushed cannot have request_uri (RFC 9126 section 2.1)")
      case (nil, let reference?):
        if let secret = PushedRequestReference.secret(in: reference) {
          return try await pushedRequest(secret, reference, of: client, at: stage)
        }
        try refuseUnlessPushed(client, stage)
        return try await fetchedRequest(reference, of: client, from: address)
      case (let object?, nil):
        try refuseUnlessPushed(client, stage)
        return FoundRequest(
          parameters: try await reader(client, stage).parameters(of: object, isFromClient: false),
          carried: Self.form([("client_id", client.id), ("request", object)]), pushed: nil)
      case (nil, nil):
        try refuseUnlessPushed(client, stage)
        guard !client.settings.requiresSignedRequests else {
          throw Refusal(.invalidRequest, "this client's requests must be signed: send request (RFC 9101 section 10.5)")
        }
        return FoundRequest(parameters: outer, carried: Self.understood(in: outer), pushed: nil)
      }
    } catch let refusal as Refusal {
      // Who pushes is told directly, whatever address the request has.
      if stage == .pushing { throw refusal }
      throw refused(refusal, outer, client)
    }
  }

  /// A refusal before the request's own redirect URI is known. It goes to the one beside the request object, if that is the
  /// client's, and otherwise to the person (RFC 6749 §4.1.2.1).
  private func refused(
    _ refusal: Refusal, _ outer: FormParameters, _ client: RegisteredClient
  ) -> any Error {
    guard let address = try? answerAddress(outer, client) else {
      return PageRefusal(
        .developersFault(refusal.response.errorDescription?.description ?? refusal.response.error.rawValue))
    }
    return RedirectRefusal(address, refusal.response)
  }

  /// RFC 9126 §5 and §6; FAPI 2.0 Security Profile §5.3.2.2.
  private func refuseUnlessPushed(_ client: RegisteredClient, _ stage: Stage) throws(Refusal) {
    let mustBe =
      configuration.requests.requiresPushed || client.settings.requiresPushedRequests || client.settings.followsFAPI2
    guard !mustBe || stage == .pushing else {
      throw Refusal(.invalidRequest, "this client's requests must be pushed (RFC 9126): send request_uri")
    }
  }

  /// What a client pushed. Nothing is known about where an answer to anything else could go, so that the person is told.
  private func pushedRequest(
    _ secret: Secret, _ reference: String, of client: RegisteredClient, at stage: Stage
  ) async throws -> FoundRequest {
    let (hash, now) = (SecretHash(ofToken: secret), clock.now())
    guard let record = try await pushedRequests?.find(hash), record.clientID == client.id,
      now < (stage == .completion ? record.completableUntil : record.expires),
      let parameters = try? FormParameters(decoding: record.parameters.reveal())
    else { throw PageRefusal(.endedRequest) }
    if record.completableUntil <= record.expires {
      try await pushedRequests?.extend(hash, until: record.expires + configuration.requests.boundedSignInTime)
    }
    return FoundRequest(
      parameters: parameters, carried: Self.form([("client_id", client.id), ("request_uri", reference)]), pushed: hash)
  }

  /// Fetches a request object from an address that the client registered (OpenID Connect Core §6.2), and keeps what is in it
  /// as if it were pushed: what a person decides about is what they were shown, whatever is at the address by then.
  private func fetchedRequest(
    _ reference: String, of client: RegisteredClient, from address: ClientAddress?
  ) async throws -> FoundRequest {
    guard let transport, let pushedRequests else {
      throw Refusal(.requestURINotSupported, "this server does not fetch request objects")
    }
    let location = String(reference.prefix { $0 != "#" })
    guard client.settings.requestURIs.contains(where: { $0 == reference || $0.prefix { $0 != "#" } == location }),
      let endpoint = try? Endpoint(location)
    else {
      throw Refusal(.invalidRequestURI, "request_uri is not one that this client registered")
    }
    // Whoever opens a link has the server fetch and keep.
    let (now, limit) = (clock.now(), configuration.requests.boundedUnprovenPerAddress)
    guard unprovenRequests.admits(address, at: now, perMinute: limit) else {
      throw Refusal(.temporarilyUnavailable, "too many requests came from one address in the last minute")
    }
    let object = try await RequestObjectFetch(transport: transport, backoff: fetchBackoff)
      .object(at: endpoint, for: client.id, now: now)
    let parameters: FormParameters
    do {
      parameters = try await reader(client, .beginning).parameters(of: object, isFromClient: true)
    } catch let refusal as Refusal {
      // Whatever is there is no request of this client's, and the address may be anybody's: also another client's, whose it is.
      fetchBackoff.begin(endpoint, for: client.id, at: now)
      throw refusal
    }
    let kept = PushedRequestReference(from: secrets, at: now)
    let record = record(kept, parameters, of: client)
    try await pushedRequests.save(
      record.completable(until: record.expires + configuration.requests.boundedSignInTime))
    return FoundRequest(
      parameters: parameters, carried: Self.form([("client_id", client.id), ("request_uri", kept.text)]),
      pushed: kept.hash)
  }

  /// What the server keeps of a request, until a sign-in begins with it.
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
      configuration: configuration, understood: Self.understood, now: clock.now(),
      grace: stage == .completion ? configuration.requests.boundedSignInTime : .zero, client: client,
      clientKeys: clientKeys)
  }

  /// The parameters that are understood, repetitions included: they are refused where they are looked at.
  private static func understood(in parameters: FormParameters) -> FormParameters {
    form(
      parameters.pairs.filter { (understood.contains($0.name) || $0.name == "resource") && !$0.value.isEmpty }
        .map { ($0.name, $0.value) })
  }

  private static func form(_ pairs: [(String, String)]) -> FormParameters {
    var form = FormParameters()
    for (name, value) in pairs { form.append(name, value) }
    return form
  }
}
