internal import HTTPTypes
internal import Logging
internal import OAuthCore

/// An endpoint that a user's browser visits. Its errors are pages.
protocol BrowserEndpoint: HTTPEndpoint, ServerPart {
  var pages: PageResponder { get }
}

extension BrowserEndpoint {
  /// Runs `body`, and turns a ``PageRefusal`` into its page.
  func answeringBrowser(_ exchange: Exchange, _ body: () async throws -> HTTPAnswer) async throws -> HTTPAnswer {
    do {
      return try await body()
    } catch let refusal as PageRefusal {
      logger.info(
        "An authorization request was rejected with an error page", metadata: ["reason": "\(refusal.reason.name)"])
      return pages.error(refusal.reason, to: exchange)
    }
  }

  /// Returns the form of one of the server's own pages. Forms of other sites are rejected (RFC 9700
  /// §4.7).
  func ownForm(_ exchange: Exchange) throws(PageRefusal) -> FormParameters {
    guard SameOrigin.holds(for: exchange.request, issuer) else {
      if let origin = SameOrigin.ownOrigin(of: exchange.request, otherThan: issuer) {
        reportAddress(origin)
      } else {
        logger.notice("A form from another site was rejected")
      }
      throw PageRefusal(.foreignOrigin)
    }
    return try exchange.browserForm()
  }

  /// Warns of a browser that shows the server's pages at another address than the issuer's, once for
  /// each address.
  private func reportAddress(_ origin: String) {
    let origin = UntrustedText(String(origin.prefix(200))).description
    guard core.otherAddresses.isNew(origin) else { return }
    logger.warning(
      """
      A browser shows the server's pages at another address than the issuer's, so their forms are rejected. Open the \
      issuer's address, or set issuer to the browser's
      """, metadata: ["browser": "\(origin)", "issuer": "\(issuer.origin)"])
  }
}

extension Exchange {
  /// Returns the parameters that a user's browser brought from a client, from the form of a POST or
  /// from the query.
  func browserParameters() throws(PageRefusal) -> FormParameters {
    request.method == .post ? try browserForm() : try browserQuery()
  }

  /// Returns the parameters in the query.
  func browserQuery() throws(PageRefusal) -> FormParameters {
    do {
      return try FormParameters(decoding: target.query)
    } catch {
      throw PageRefusal(.malformed)
    }
  }

  fileprivate func browserForm() throws(PageRefusal) -> FormParameters {
    do {
      return try RequestForm.read(request, body)
    } catch {
      switch error {
      case .otherContentType: throw PageRefusal(.otherContentType)
      case .malformed: throw PageRefusal(.malformed)
      }
    }
  }
}

extension FormParameters {
  /// Returns the value of a parameter that a browser brought, or `nil` if it is absent.
  /// - Throws: ``PageRefusal`` if the parameter appears more than once.
  func shown(_ name: String) throws(PageRefusal) -> String? {
    do {
      return try single(name)
    } catch {
      throw PageRefusal(.repeated(name))
    }
  }
}
