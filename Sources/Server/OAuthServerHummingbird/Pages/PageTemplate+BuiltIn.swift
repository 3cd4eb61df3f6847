internal import HTMLTemplates

extension PageTemplate {
  /// The built-in template, which the program contains.
  var builtIn: String { String(embedded: file) }

  private var file: [UInt8] {
    switch self {
    case .document: PackageResources.document_mustache
    case .style: PackageResources.style_css
    case .phrase: PackageResources.phrase_mustache
    case .request: PackageResources.request_mustache
    case .links: PackageResources.links_mustache
    case .problem: PackageResources.problem_mustache
    case .hidden: PackageResources.hidden_mustache
    case .credentials: PackageResources.credentials_mustache
    case .signIn: PackageResources.signIn_mustache
    case .consent: PackageResources.consent_mustache
    case .userCode: PackageResources.userCode_mustache
    case .deviceSignIn: PackageResources.deviceSignIn_mustache
    case .deviceDone: PackageResources.deviceDone_mustache
    case .deviceLink: PackageResources.deviceLink_mustache
    case .signOut: PackageResources.signOut_mustache
    case .signedOut: PackageResources.signedOut_mustache
    case .accountSignIn: PackageResources.accountSignIn_mustache
    case .account: PackageResources.account_mustache
    case .password: PackageResources.password_mustache
    case .formPost: PackageResources.formPost_mustache
    case .error: PackageResources.error_mustache
    }
  }
}
