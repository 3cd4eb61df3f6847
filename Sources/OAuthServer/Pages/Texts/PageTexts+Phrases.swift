extension PageTexts {
  /// What a client asks to be allowed.
  ///
  /// - Parameter permission: one that a page shows; a scope with words of its own is told in these.
  public func phrase(_ permission: Permission) -> Phrase {
    if let own = phrase(scope: permission.scopeToken) { return own }
    return switch permission {
    case .recognize: phrase(.permissionRecognize)
    case .profile: phrase(.permissionProfile)
    case .email: phrase(.permissionEmail)
    case .address: phrase(.permissionAddress)
    case .phone: phrase(.permissionPhone)
    case .offlineAccess: phrase(.permissionOfflineAccess)
    case .other(let scope): phrase(.permissionOther, [.scope: scope])
    }
  }

  /// What one of the authorization details asks for: in this language's words for its type, or in those of whoever defined the type.
  ///
  /// - Parameter detail: what a client asks for; its fields become values of the phrase.
  public func phrase(_ detail: AuthorizationDetailText) -> Phrase {
    words(detail: detail.type)?.phrase(detail.detail) ?? Phrase(pieces: [.value(detail.text)])
  }

  /// Where the person goes afterwards.
  ///
  /// - Parameter destination: its host, address or scheme becomes a value of the phrase.
  public func phrase(_ destination: Destination) -> Phrase {
    switch destination {
    case .website(let host): phrase(.afterwardsWebsite, [.address: host])
    case .thisDevice(let address): phrase(.afterwardsThisDevice, [.address: address])
    case .app(let scheme): phrase(.afterwardsApp, [.scheme: scheme])
    }
  }

  /// Why a page is shown again.
  ///
  /// - Parameter problem: a wait that it tells is rounded up to whole minutes, one at least.
  public func phrase(_ problem: PageProblem) -> Phrase {
    switch problem {
    case .wrongPassword: phrase(.problemWrongPassword)
    case .lockedOut(let wait): phrase(waiting: wait, .problemLockedOutMinute, .problemLockedOutMinutes)
    case .busy: phrase(.problemBusy)
    case .outdatedForm: phrase(.problemOutdatedForm)
    case .malformedUserCode: phrase(.problemMalformedUserCode)
    case .unknownUserCode: phrase(.problemUnknownUserCode)
    case .tooManyUserCodes(let wait):
      phrase(waiting: wait, .problemTooManyUserCodesMinute, .problemTooManyUserCodesMinutes)
    }
  }

  /// Minutes are rounded up: who comes back after them isn't sent away again.
  private func phrase(waiting duration: Duration, _ one: PageText, _ many: PageText) -> Phrase {
    let (seconds, attoseconds) = duration.components
    let minutes = (max(seconds, 0) + (attoseconds > 0 ? 1 : 0) + 59) / 60
    return minutes <= 1 ? phrase(one) : phrase(many, [.minutes: String(minutes)])
  }

  /// An error's title.
  ///
  /// - Parameter reason: why there is an error page; one in its own words brings its title.
  public func title(_ reason: ErrorPage.Reason) -> Phrase {
    switch reason {
    case .foreignOrigin: phrase(.errorForeignTitle)
    case .unknownDecision: phrase(.errorDecisionTitle)
    case .endedRequest: phrase(.errorEndedTitle)
    case .internalFailure: phrase(.errorInternalTitle)
    case .own(let title, _, _): Phrase(pieces: [.value(title)])
    default: phrase(.errorLinkTitle)
    }
  }

  /// What an error means to the person.
  ///
  /// - Parameter reason: why there is an error page; one in its own words brings its explanation.
  public func explanation(_ reason: ErrorPage.Reason) -> Phrase {
    switch reason {
    case .foreignOrigin: phrase(.errorForeign)
    case .unknownDecision: phrase(.errorDecision)
    case .endedRequest: phrase(.errorEnded)
    case .internalFailure: phrase(.errorInternal)
    case .own(_, let explanation, _): Phrase(pieces: [.value(explanation)])
    default: phrase(.errorLink)
    }
  }

  /// What an error means to the client's developer.
  ///
  /// - Parameter reason: why there is an error page; names of parameters in it become values of the phrase.
  public func detail(_ reason: ErrorPage.Reason) -> Phrase {
    switch reason {
    case .missing(let name): phrase(.errorMissing, [.parameter: name])
    case .repeated(let name): phrase(.errorRepeated, [.parameter: name])
    case .unknownClient: phrase(.errorUnknownClient)
    case .unregisteredRedirectURI: phrase(.errorRedirectURI)
    case .unsupportedResponseMode: phrase(.errorResponseMode)
    case .malformed: phrase(.errorMalformed)
    case .otherContentType: phrase(.errorContentType)
    case .developersFault(let detail): Phrase(pieces: [.value(detail)])
    case .foreignOrigin: phrase(.errorForeignDetail)
    case .unknownDecision: phrase(.errorDecisionDetail)
    case .endedRequest: phrase(.errorEndedDetail)
    case .internalFailure: phrase(.errorInternalDetail)
    case .own(_, _, let detail): Phrase(pieces: [.value(detail)])
    }
  }
}
