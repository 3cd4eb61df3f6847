/// Everything that pages say, by name. The raw value is the name in templates and in files of texts.
public enum PageText: String, Sendable, Hashable, CaseIterable {
  // Signing in, allowing and refusing.
  case signInTitle, signInLead, signInLeadNothing, signInLeadPlain
  case consentTitle, consentPerson
  case detailsLead
  case permissionRecognize, permissionProfile, permissionEmail, permissionAddress, permissionPhone
  case permissionOfflineAccess, permissionOther
  case username, password
  case buttonSignInAndAllow, buttonSignIn, buttonAllow, buttonRefuse, buttonCancel, buttonAnother, buttonContinue
  case afterwardsWebsite, afterwardsThisDevice, afterwardsApp, cameFromElsewhere
  case issuer, issuerPassword
  case linkWebsite, linkPolicy, linkTerms

  // Devices.
  case deviceTitle, deviceEnter, deviceCompareLink, deviceCode, deviceWarning
  case deviceLead, deviceLeadNothing, deviceCompare, deviceSignInWarning
  case deviceApprovedTitle, deviceApproved, deviceDeniedTitle, deviceDenied, deviceLeftTitle, deviceLeft
  case deviceLinkTitle, deviceLinkScan, deviceLinkType, deviceLinkPicture

  // Signing out.
  case signOutTitle, signOutPerson, signOutClient, buttonSignOut, buttonStay
  case signedOutTitle, signedOut, stayedTitle, stayed, nobodyTitle, nobody, linkBack

  // On the way back to the client.
  case formPostTitle, formPost

  // Problems.
  case problemWrongPassword, problemLockedOutMinute, problemLockedOutMinutes, problemBusy
  case problemOutdatedForm
  case problemMalformedUserCode, problemUnknownUserCode, problemTooManyUserCodesMinute, problemTooManyUserCodesMinutes

  // Errors: a title and an explanation for people, and a detail for the client's developer.
  case errorDeveloper
  case errorLinkTitle, errorLink
  case errorForeignTitle, errorForeign, errorForeignDetail
  case errorDecisionTitle, errorDecision, errorDecisionDetail
  case errorEndedTitle, errorEnded, errorEndedDetail
  case errorInternalTitle, errorInternal, errorInternalDetail
  case errorMissing, errorRepeated, errorUnknownClient, errorRedirectURI, errorResponseMode, errorMalformed
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
