/// The names of all texts of the pages. The raw value is the name in templates and in files of
/// texts.
public enum PageText: String, Sendable, Hashable, CaseIterable {
  // Signing in, allowing and refusing.

  /// The title of the sign-in page.
  case signInTitle
  /// The lead of the list of requested permissions, on the sign-in and consent pages.
  case signInLead
  /// The lead in place of ``signInLead`` for a client that only wants to know who the user is.
  case signInLeadNothing
  /// The lead in place of ``signInLead`` where signing in allows nothing yet.
  case signInLeadPlain
  /// The title of the page that asks a signed-in user for consent.
  case consentTitle
  /// The name of the signed-in user, on the consent page and the page for a device.
  case consentPerson
  /// The host that publishes the client's metadata document.
  case clientHost
  /// A resource that the tokens are for (RFC 8707).
  case resource
  /// The warning for a client that any application on the device could pretend to be.
  case impersonationWarning
  /// The lead of the list of authorization details (RFC 9396).
  case detailsLead
  /// The permission of the scope `openid`.
  case permissionRecognize
  /// The permission of the scope `profile`.
  case permissionProfile
  /// The permission of the scope `email`.
  case permissionEmail
  /// The permission of the scope `address`.
  case permissionAddress
  /// The permission of the scope `phone`.
  case permissionPhone
  /// The permission of the scope `groups`.
  case permissionGroups
  /// The permission of the scope `offline_access`.
  case permissionOfflineAccess
  /// The permission of a scope without an explanation of its own.
  case permissionOther
  /// The label of the user name field.
  case username
  /// The label of the password field.
  case password
  /// The button that signs in and allows what is listed.
  case buttonSignInAndAllow
  /// The button that signs in without allowing anything.
  case buttonSignIn
  /// The button with which a signed-in user allows what is listed.
  case buttonAllow
  /// The button with which a signed-in user refuses.
  case buttonRefuse
  /// The button that leaves without signing in.
  case buttonCancel
  /// The button that switches to another account.
  case buttonAnother
  /// The button that sends a user code, or an answer that no script sends.
  case buttonContinue
  /// The user's next destination: a website.
  case afterwardsWebsite
  /// The user's next destination: an application on this device, at a loopback address.
  case afterwardsThisDevice
  /// The user's next destination: an app that opens links of its own scheme.
  case afterwardsApp
  /// The advice beside the destination for a user who came from another client.
  case cameFromElsewhere
  /// The server's address.
  case issuer
  /// The advice beside ``issuer`` where there is a password field.
  case issuerPassword
  /// The link to the client's website.
  case linkWebsite
  /// The link to the client's privacy policy.
  case linkPolicy
  /// The link to the client's terms of use.
  case linkTerms

  // Devices.

  /// The title of the pages on which users enter a user code and decide about a device.
  case deviceTitle
  /// The lead of the code field.
  case deviceEnter
  /// The lead in place of ``deviceEnter`` if a link contained the code.
  case deviceCompareLink
  /// The label of the code field.
  case deviceCode
  /// The warning below the code field: who must cancel.
  case deviceWarning
  /// The lead of the list of what a device requests, in place of ``signInLead``.
  case deviceLead
  /// The lead in place of ``deviceLead`` for a client that only wants to know who the user is.
  case deviceLeadNothing
  /// The lead of the code on the page where the user decides.
  case deviceCompare
  /// The warning below the decision: who must cancel.
  case deviceSignInWarning
  /// The title of the page after the user allowed a device.
  case deviceApprovedTitle
  /// The text below ``deviceApprovedTitle``: what happens next.
  case deviceApproved
  /// The title of the page after the user refused a device.
  case deviceDeniedTitle
  /// The text below ``deviceDeniedTitle``: what happens next.
  case deviceDenied
  /// The title of the page for a user who left before entering a code.
  case deviceLeftTitle
  /// The text below ``deviceLeftTitle``: that nothing happened.
  case deviceLeft
  /// The title of the page with a QR code, which a device shows.
  case deviceLinkTitle
  /// The text above the QR code.
  case deviceLinkScan
  /// The text below the QR code, above the address and the code.
  case deviceLinkType
  /// The description of the QR code for users who can't see it.
  case deviceLinkPicture

  // Signing out.

  /// The title of the page that asks whether to sign out.
  case signOutTitle
  /// The name of the signed-in user, on the page that asks whether to sign out.
  case signOutPerson
  /// The name of the client that requested the sign-out.
  case signOutClient
  /// The button that signs out.
  case buttonSignOut
  /// The button with which the user stays signed in.
  case buttonStay
  /// The title of the page after the user signed out.
  case signedOutTitle
  /// The text below ``signedOutTitle``: advice.
  case signedOut
  /// The title of the page after the user stayed signed in.
  case stayedTitle
  /// The text below ``stayedTitle``: that nothing changed.
  case stayed
  /// The title of the page if no user was signed in.
  case nobodyTitle
  /// The text below ``nobodyTitle``: that no user was signed in.
  case nobody
  /// The link back to the client, on the pages that report the result of a sign-out.
  case linkBack

  // The account.

  /// The title of the page on which users manage their account.
  case accountTitle
  /// The text above the fields of the sign-in page that leads to the account.
  case accountSignInLead
  /// The heading of the list of applications.
  case accountApplications
  /// The text in place of the list of applications if it is empty.
  case accountNoApplications
  /// The time of the user's last approval of an application.
  case accountAllowed
  /// The text below the list of applications: what it means to end the access of one.
  case accountEndAccess
  /// The button that ends an application's access. Screen readers read it with the name.
  case buttonEndAccess
  /// The heading of the list of sessions.
  case accountSessions
  /// A session in another browser.
  case accountSession
  /// A session in another browser whose name is known.
  case accountNamedSession
  /// The session of the browser that shows the page.
  case accountThisSession
  /// The address from which a session began.
  case accountSessionAddress
  /// The button that ends a session. Screen readers read it with the time.
  case buttonEndSession
  /// The link to the page that changes the password.
  case linkPassword
  /// The report that an application's access was ended.
  case accountAccessEnded
  /// The report that a session was ended.
  case accountSessionEnded
  /// The report that the password was changed.
  case accountPasswordChanged
  /// The title of the page that changes the password.
  case passwordTitle
  /// The label of the field for the current password.
  case passwordCurrent
  /// The label of the field for the new password.
  case passwordNew
  /// The label of the field in which the new password is typed again.
  case passwordAgain
  /// The button that changes the password.
  case buttonChangePassword

  // On the way back to the client.

  /// The title of the page that posts the authorization response to the client.
  case formPostTitle
  /// The text below ``formPostTitle``, for browsers without scripts.
  case formPost

  // Problems, above the form that is shown again.

  /// The user name or the password is wrong. The text must not reveal which.
  case problemWrongPassword
  /// The user may not use the client, and another account may.
  case problemNotPermitted
  /// No password is checked for a minute, because too many were wrong.
  case problemLockedOutMinute
  /// No password is checked for several minutes, because too many were wrong.
  case problemLockedOutMinutes
  /// Too many users are signing in at once. This password was not checked.
  case problemBusy
  /// The current password is wrong.
  case problemWrongCurrentPassword
  /// The new password is too short or too long.
  case problemUnsuitablePassword
  /// The new password was typed in two different ways.
  case problemDifferentPasswords
  /// The form doesn't belong to the browser's current state; its cookie may be missing.
  case problemOutdatedForm
  /// The entered text can't be a user code.
  case problemMalformedUserCode
  /// No device waits for the user code.
  case problemUnknownUserCode
  /// No user code is checked for a minute, because too many were wrong.
  case problemTooManyUserCodesMinute
  /// No user code is checked for several minutes, because too many were wrong.
  case problemTooManyUserCodesMinutes

  // Errors: a title and an explanation for users, and a detail for the client's developer.

  /// The words before each detail, which say that the detail is for the client's developer.
  case errorDeveloper
  /// The title of the page if the client's request has a mistake.
  case errorLinkTitle
  /// The explanation below ``errorLinkTitle``: that the user did nothing wrong.
  case errorLink
  /// The title of the page if another site sent a form.
  case errorForeignTitle
  /// The explanation below ``errorForeignTitle``: that nothing happened.
  case errorForeign
  /// The detail below ``errorForeignTitle``.
  case errorForeignDetail
  /// The title of the page if a form has no decision.
  case errorDecisionTitle
  /// The explanation below ``errorDecisionTitle``: to go back and decide.
  case errorDecision
  /// The detail below ``errorDecisionTitle``.
  case errorDecisionDetail
  /// The title of the page if a pushed request has ended.
  case errorEndedTitle
  /// The explanation below ``errorEndedTitle``: to start again.
  case errorEnded
  /// The detail below ``errorEndedTitle``.
  case errorEndedDetail
  /// The title of the page if the server failed.
  case errorInternalTitle
  /// The explanation below ``errorInternalTitle``: to try again.
  case errorInternal
  /// The detail below ``errorInternalTitle``.
  case errorInternalDetail
  /// The detail for a missing parameter.
  case errorMissing
  /// The detail for a repeated parameter.
  case errorRepeated
  /// The detail for an unregistered client.
  case errorUnknownClient
  /// The detail for a redirect URI that isn't registered for the client.
  case errorRedirectURI
  /// The detail for a response mode that the server doesn't support.
  case errorResponseMode
  /// The detail for a request that isn't a form.
  case errorMalformed
  /// The detail for a request of another media type.
  case errorContentType

  /// The placeholders that the text may have. A text with other placeholders is rejected.
  public var placeholders: Set<PagePlaceholder> {
    switch self {
    case .signInLead, .signInLeadNothing, .signInLeadPlain, .deviceLead, .deviceLeadNothing, .cameFromElsewhere,
      .signOutClient, .linkBack, .impersonationWarning, .formPost, .buttonEndAccess, .accountAccessEnded:
      [.client]
    case .consentPerson, .signOutPerson: [.person]
    case .accountAllowed, .accountSession, .accountThisSession, .buttonEndSession: [.date]
    case .accountNamedSession: [.browser, .date]
    case .problemUnsuitablePassword: [.number]
    case .permissionOther: [.scope]
    case .afterwardsWebsite, .afterwardsThisDevice, .resource, .accountSessionAddress: [.address]
    case .clientHost: [.client, .address]
    case .afterwardsApp: [.scheme]
    case .issuer: [.issuer]
    case .problemLockedOutMinutes, .problemTooManyUserCodesMinutes: [.minutes]
    case .errorDeveloper: [.detail]
    case .errorMissing, .errorRepeated: [.parameter]
    default: []
    }
  }
}
