extension PageTexts {
  /// Returns the text of a permission that a client requests.
  ///
  /// - Parameter permission: A permission of a page. The explanation of its scope, if there is one,
  ///   replaces the built-in text.
  public func phrase(_ permission: Permission) -> Phrase {
    if let own = phrase(scope: permission.scopeToken) { return own }
    return switch permission {
    case .recognize: phrase(.permissionRecognize)
    case .profile: phrase(.permissionProfile)
    case .email: phrase(.permissionEmail)
    case .address: phrase(.permissionAddress)
    case .phone: phrase(.permissionPhone)
    case .groups: phrase(.permissionGroups)
    case .offlineAccess: phrase(.permissionOfflineAccess)
    case .other(let scope): phrase(.permissionOther, [.scope: scope])
    }
  }

  /// Returns the explanation of an authorization detail: this language's for the detail's type,
  /// otherwise that of the type's definition.
  ///
  /// - Parameter detail: A requested detail. Its fields become values of the phrase.
  public func phrase(_ detail: AuthorizationDetailText) -> Phrase {
    words(detail: detail.type)?.phrase(detail.detail) ?? Phrase(pieces: [.value(detail.text)])
  }

  /// Returns the text that says where the user goes afterwards.
  ///
  /// - Parameter destination: The destination. Its host, address or scheme becomes a value of the
  ///   phrase.
  public func phrase(_ destination: Destination) -> Phrase {
    switch destination {
    case .website(let host): phrase(.afterwardsWebsite, [.address: host])
    case .thisDevice(let address): phrase(.afterwardsThisDevice, [.address: address])
    case .app(let scheme): phrase(.afterwardsApp, [.scheme: scheme])
    }
  }

  /// Returns the text that says why a page is shown again.
  ///
  /// - Parameter problem: The reason. A wait is rounded up to whole minutes, at least one.
  public func phrase(_ problem: PageProblem) -> Phrase {
    switch problem {
    case .wrongPassword: phrase(.problemWrongPassword)
    case .notPermitted: phrase(.problemNotPermitted)
    case .lockedOut(let wait): phrase(waiting: wait, .problemLockedOutMinute, .problemLockedOutMinutes)
    case .busy: phrase(.problemBusy)
    case .outdatedForm: phrase(.problemOutdatedForm)
    case .malformedUserCode: phrase(.problemMalformedUserCode)
    case .unknownUserCode: phrase(.problemUnknownUserCode)
    case .tooManyUserCodes(let wait):
      phrase(waiting: wait, .problemTooManyUserCodesMinute, .problemTooManyUserCodesMinutes)
    case .wrongCurrentPassword: phrase(.problemWrongCurrentPassword)
    case .unsuitablePassword:
      phrase(.problemUnsuitablePassword, [.number: String(PasswordRules.fewestCharacters)])
    case .differentPasswords: phrase(.problemDifferentPasswords)
    }
  }

  /// Returns the report of what the user has just done on the account page.
  ///
  /// - Parameter notice: The action. The client's name becomes a value of the phrase.
  public func phrase(_ notice: AccountPage.Notice) -> Phrase {
    switch notice {
    case .accessEnded(let client): phrase(.accountAccessEnded, [.client: client])
    case .sessionEnded: phrase(.accountSessionEnded)
    case .passwordChanged: phrase(.accountPasswordChanged)
    }
  }

  /// Rounds minutes up, so that a user who returns after them isn't rejected again.
  private func phrase(waiting duration: Duration, _ one: PageText, _ many: PageText) -> Phrase {
    let (seconds, attoseconds) = duration.components
    let minutes = (max(seconds, 0) + (attoseconds > 0 ? 1 : 0) + 59) / 60
    return minutes <= 1 ? phrase(one) : phrase(many, [.minutes: String(minutes)])
  }

  /// Returns the title of an error page.
  ///
  /// - Parameter reason: The page's reason. ``ErrorPage/Reason/own(title:explanation:detail:)`` has
  ///   its own title.
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

  /// Returns the explanation of an error for the user.
  ///
  /// - Parameter reason: The page's reason. ``ErrorPage/Reason/own(title:explanation:detail:)`` has
  ///   its own explanation.
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

  /// Returns the detail of an error for the client's developer.
  ///
  /// - Parameter reason: The page's reason. Names of parameters in it become values of the phrase.
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
