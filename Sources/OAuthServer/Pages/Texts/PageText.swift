/// Everything that pages say, by name. The raw value is the name in templates and in files of texts.
public enum PageText: String, Sendable, Hashable, CaseIterable {
  // Signing in, allowing and refusing.

  /// The title of the page on which people sign in.
  case signInTitle
  /// Above the list of what a client asks for, for who signs in or is asked.
  case signInLead
  /// In place of ``signInLead``, for a client that asks for nothing but who the person is.
  case signInLeadNothing
  /// In place of ``signInLead``, where signing in allows nothing yet.
  case signInLeadPlain
  /// The title of the page that asks somebody who is signed in.
  case consentTitle
  /// Who is signed in, on the page that asks them, and on the one for a device.
  case consentPerson
  /// Above the list of authorization details (RFC 9396).
  case detailsLead
  /// In the list of what a client asks for: the scope `openid`.
  case permissionRecognize
  /// In the list of what a client asks for: the scope `profile`.
  case permissionProfile
  /// In the list of what a client asks for: the scope `email`.
  case permissionEmail
  /// In the list of what a client asks for: the scope `address`.
  case permissionAddress
  /// In the list of what a client asks for: the scope `phone`.
  case permissionPhone
  /// In the list of what a client asks for: the scope `offline_access`.
  case permissionOfflineAccess
  /// In the list of what a client asks for: a scope that has no text of its own.
  case permissionOther
  /// The label of the field for the user name.
  case username
  /// The label of the field for the password.
  case password
  /// Signs in, and allows what is listed.
  case buttonSignInAndAllow
  /// Signs in, where nothing is allowed by it.
  case buttonSignIn
  /// Allows what is listed, for who is signed in.
  case buttonAllow
  /// Allows nothing, for who is signed in.
  case buttonRefuse
  /// Leaves without signing in.
  case buttonCancel
  /// Goes on to a sign-in as somebody else.
  case buttonAnother
  /// Sends the code of a device; sends an answer on, where no script does.
  case buttonContinue
  /// Where the person goes next: a website.
  case afterwardsWebsite
  /// Where the person goes next: a program on this device, at a loopback address.
  case afterwardsThisDevice
  /// Where the person goes next: an app that opens links of a scheme of its own.
  case afterwardsApp
  /// Beside where the person goes next: what to do for who expected another client.
  case cameFromElsewhere
  /// Whose page this is.
  case issuer
  /// Beside ``issuer``, where there is a field for a password.
  case issuerPassword
  /// The link to the client's website.
  case linkWebsite
  /// The link to what the client says about privacy.
  case linkPolicy
  /// The link to the client's terms.
  case linkTerms

  // Devices.

  /// The title of the pages on which people enter a device's code, and decide about it.
  case deviceTitle
  /// Above the field for the code.
  case deviceEnter
  /// In place of ``deviceEnter``, where a link has brought the code.
  case deviceCompareLink
  /// The label of the field for the code.
  case deviceCode
  /// Below the field for the code: who must not go on.
  case deviceWarning
  /// Above the list of what a device's client asks for; the list is that of ``signInLead``.
  case deviceLead
  /// In place of ``deviceLead``, for a client that asks for nothing but who the person is.
  case deviceLeadNothing
  /// Above the code, on the page where the person decides.
  case deviceCompare
  /// Below the decision: who must cancel.
  case deviceSignInWarning
  /// The title of the page after a device was allowed.
  case deviceApprovedTitle
  /// Below ``deviceApprovedTitle``: what happens next.
  case deviceApproved
  /// The title of the page after a device was refused.
  case deviceDeniedTitle
  /// Below ``deviceDeniedTitle``: what happens next.
  case deviceDenied
  /// The title of the page for who left before entering a code.
  case deviceLeftTitle
  /// Below ``deviceLeftTitle``: that nothing happened.
  case deviceLeft
  /// The title of the page with a QR code, which a device shows.
  case deviceLinkTitle
  /// Above the QR code.
  case deviceLinkScan
  /// Below the QR code, above the address and the code.
  case deviceLinkType
  /// What the QR code is, for who can't see it.
  case deviceLinkPicture

  // Signing out.

  /// The title of the page that asks whether to sign out.
  case signOutTitle
  /// Who is signed in, on the page that asks whether to sign out.
  case signOutPerson
  /// Which client asks to sign out.
  case signOutClient
  /// Signs out.
  case buttonSignOut
  /// Stays signed in.
  case buttonStay
  /// The title of the page for who was signed out.
  case signedOutTitle
  /// Below ``signedOutTitle``: advice.
  case signedOut
  /// The title of the page for who stayed signed in.
  case stayedTitle
  /// Below ``stayedTitle``: that nothing changed.
  case stayed
  /// The title of the page where nobody was signed in.
  case nobodyTitle
  /// Below ``nobodyTitle``: that there was nobody to sign out.
  case nobody
  /// The link back to the client, on the pages that say how signing out ended.
  case linkBack

  // On the way back to the client.

  /// The title of a page that sends an answer on by itself.
  case formPostTitle
  /// Below ``formPostTitle``, for browsers without scripts.
  case formPost

  // Problems, above the form that is shown again.

  /// The user name or the password is wrong; nothing may tell which.
  case problemWrongPassword
  /// Passwords aren't looked at for a minute, because so many were wrong.
  case problemLockedOutMinute
  /// Passwords aren't looked at for several minutes, because so many were wrong.
  case problemLockedOutMinutes
  /// So many people sign in at once that this password wasn't looked at.
  case problemBusy
  /// The form was not of this browser as it is now; its cookie is missing, perhaps.
  case problemOutdatedForm
  /// What was entered can't be a device's code.
  case problemMalformedUserCode
  /// No device waits for the code.
  case problemUnknownUserCode
  /// Codes aren't looked at for a minute, because so many were wrong.
  case problemTooManyUserCodesMinute
  /// Codes aren't looked at for several minutes, because so many were wrong.
  case problemTooManyUserCodesMinutes

  // Errors: a title and an explanation for people, and a detail for the client's developer.

  /// Goes before each detail.
  case errorDeveloper
  /// The title where the client made a mistake in its request.
  case errorLinkTitle
  /// Below ``errorLinkTitle``: that it isn't the person's fault.
  case errorLink
  /// The title where another site sent a form.
  case errorForeignTitle
  /// Below ``errorForeignTitle``: that nothing happened.
  case errorForeign
  /// The detail below ``errorForeignTitle``.
  case errorForeignDetail
  /// The title where a form had no decision.
  case errorDecisionTitle
  /// Below ``errorDecisionTitle``: to go back and decide.
  case errorDecision
  /// The detail below ``errorDecisionTitle``.
  case errorDecisionDetail
  /// The title where a pushed request is over.
  case errorEndedTitle
  /// Below ``errorEndedTitle``: to begin again.
  case errorEnded
  /// The detail below ``errorEndedTitle``.
  case errorEndedDetail
  /// The title where the server failed.
  case errorInternalTitle
  /// Below ``errorInternalTitle``: to try again.
  case errorInternal
  /// The detail below ``errorInternalTitle``.
  case errorInternalDetail
  /// A detail: a parameter is missing.
  case errorMissing
  /// A detail: a parameter is there twice.
  case errorRepeated
  /// A detail: the client isn't registered.
  case errorUnknownClient
  /// A detail: the redirect URI isn't the client's.
  case errorRedirectURI
  /// A detail: the answer can't go the way that was asked for.
  case errorResponseMode
  /// A detail: the request isn't a form.
  case errorMalformed
  /// A detail: the request is of another media type.
  case errorContentType

  /// The values that the text can have; a text with others isn't taken.
  public var placeholders: Set<PagePlaceholder> {
    switch self {
    case .signInLead, .signInLeadNothing, .signInLeadPlain, .deviceLead, .deviceLeadNothing, .cameFromElsewhere,
      .signOutClient, .linkBack, .formPost:
      [.client]
    case .consentPerson, .signOutPerson: [.person]
    case .permissionOther: [.scope]
    case .afterwardsWebsite, .afterwardsThisDevice: [.address]
    case .afterwardsApp: [.scheme]
    case .issuer: [.issuer]
    case .problemLockedOutMinutes, .problemTooManyUserCodesMinutes: [.minutes]
    case .errorDeveloper: [.detail]
    case .errorMissing, .errorRepeated: [.parameter]
    default: []
    }
  }
}
