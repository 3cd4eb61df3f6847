extension MustachePages {
  /// Returns a built-in template. The templates are source code, so that a static binary contains
  /// them.
  static func builtIn(_ template: PageTemplate) -> String {
    switch template {
    case .document: document
    case .style: style
    case .phrase: phrase
    case .request: request
    case .links: links
    case .problem: problem
    case .hidden: hidden
    case .credentials: credentials
    case .signIn: signIn
    case .consent: consent
    case .userCode: userCode
    case .deviceSignIn: deviceSignIn
    case .deviceDone: deviceDone
    case .deviceLink: deviceLink
    case .signOut: signOut
    case .signedOut: signedOut
    case .accountSignIn: accountSignIn
    case .account: account
    case .password: password
    case .formPost: formPost
    case .error: error
    }
  }

  private static let document = """
    <!DOCTYPE html>
    <html lang="{{language}}" dir="{{direction}}">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>{{title}}</title>
    <style>{{{style}}}</style>
    </head>
    <body>
    <main>
    <h1>{{title}}</h1>
    {{$main}}{{/main}}
    </main>
    {{#script}}
    <script>{{{.}}}</script>
    {{/script}}
    </body>
    </html>

    """

  /// Values are isolated with `bdi`, so that right-to-left text can't reorder the sentence.
  private static let phrase = "{{words}}{{#value}}<bdi>{{.}}</bdi>{{/value}}"

  private static let request = """
    {{#logo}}
    <img class="logo" src="{{.}}" alt="" width="48" height="48" referrerpolicy="no-referrer">
    {{/logo}}
    <p class="lead">{{#lead}}{{>phrase}}{{/lead}}</p>
    {{#hasPermissions}}
    <ul>
    {{#permissions}}
    <li>{{#pieces}}{{>phrase}}{{/pieces}}</li>
    {{/permissions}}
    </ul>
    {{/hasPermissions}}
    {{#hasDetails}}
    <p>{{t.detailsLead}}</p>
    <ul>
    {{#details}}
    <li>{{#pieces}}{{>phrase}}{{/pieces}} <span class="small">(<bdi>{{type}}</bdi>)</span></li>
    {{/details}}
    </ul>
    {{/hasDetails}}
    {{#hasClientHost}}
    <p>{{#clientHost}}{{>phrase}}{{/clientHost}}</p>
    {{/hasClientHost}}
    {{#resources}}
    <p>{{#pieces}}{{>phrase}}{{/pieces}}</p>
    {{/resources}}
    {{#hasWarning}}
    <p class="problem">{{#warning}}{{>phrase}}{{/warning}}</p>
    {{/hasWarning}}
    """

  private static let links = """
    {{#hasLinks}}
    <p class="small links">
    {{#links}}
    <a href="{{address}}" target="_blank" rel="noopener noreferrer">{{label}}</a>
    {{/links}}
    </p>
    {{/hasLinks}}
    """

  private static let problem = """
    {{#hasProblem}}
    <p class="problem" role="alert" id="problem">{{#problem}}{{>phrase}}{{/problem}}</p>
    {{/hasProblem}}
    """

  private static let hidden = """
    {{#hiddenFields}}
    <input type="hidden" name="{{name}}" value="{{value}}">
    {{/hiddenFields}}
    """

  /// The approving button comes first, because Return in a field presses it. The other button skips
  /// the check that both fields are filled in.
  private static let credentials = """
    <label for="username">{{t.username}}</label>
    <input id="username" name="{{field.username}}" type="text" value="{{username}}" autocomplete="username" \
    autocapitalize="none" autocorrect="off" spellcheck="false" required\
    {{^isUsernameKnown}} autofocus{{/isUsernameKnown}}>
    <label for="password">{{t.password}}</label>
    <input id="password" name="{{field.password}}" type="password" autocomplete="current-password" required\
    {{#hasProblem}} aria-invalid="true" aria-describedby="problem"{{/hasProblem}}\
    {{#isUsernameKnown}} autofocus{{/isUsernameKnown}}>
    <div class="buttons">
    <button name="{{field.decision}}" value="{{field.approve}}">\
    {{#allows}}{{t.buttonSignInAndAllow}}{{/allows}}{{^allows}}{{t.buttonSignIn}}{{/allows}}</button>
    <button name="{{field.decision}}" value="{{field.deny}}" class="quiet" formnovalidate>{{t.buttonCancel}}</button>
    </div>
    """

  private static let signIn = """
    {{<document}}
    {{$main}}
    {{>request}}
    {{>problem}}
    <form method="post" action="{{action}}">
    {{>hidden}}
    {{>credentials}}
    </form>
    <p class="small">{{#destination}}{{>phrase}}{{/destination}} {{#elsewhere}}{{>phrase}}{{/elsewhere}}</p>
    <p class="small">{{#issuer}}{{>phrase}}{{/issuer}} {{t.issuerPassword}}</p>
    {{>links}}
    {{/main}}
    {{/document}}
    """

  private static let consent = """
    {{<document}}
    {{$main}}
    <p>{{#person}}{{>phrase}}{{/person}}</p>
    {{>request}}
    <form method="post" action="{{action}}">
    {{>hidden}}
    <div class="buttons">
    <button name="{{field.decision}}" value="{{field.approve}}">{{t.buttonAllow}}</button>
    <button name="{{field.decision}}" value="{{field.deny}}" class="quiet">{{t.buttonRefuse}}</button>
    <button name="{{field.decision}}" value="{{field.another}}" class="quiet">{{t.buttonAnother}}</button>
    </div>
    </form>
    <p class="small">{{#destination}}{{>phrase}}{{/destination}} {{#elsewhere}}{{>phrase}}{{/elsewhere}}</p>
    <p class="small">{{#issuer}}{{>phrase}}{{/issuer}}</p>
    {{>links}}
    {{/main}}
    {{/document}}
    """

  /// A code from a link is shown in the field, and only the user can send it (RFC 8628 §3.3.1). The
  /// field accepts any text, because spaces, dashes and letter case are ignored.
  private static let userCode = """
    {{<document}}
    {{$main}}
    <p>{{#isCodeKnown}}{{t.deviceCompareLink}}{{/isCodeKnown}}{{^isCodeKnown}}{{t.deviceEnter}}{{/isCodeKnown}}</p>
    {{>problem}}
    <form method="post" action="{{action}}">
    {{>hidden}}
    <label for="user-code">{{t.deviceCode}}</label>
    <input id="user-code" class="code" name="{{field.userCode}}" type="text" value="{{userCode}}" autocomplete="off" \
    autocapitalize="characters" autocorrect="off" spellcheck="false" maxlength="64" dir="ltr" required\
    {{#hasProblem}} aria-invalid="true" aria-describedby="problem"{{/hasProblem}} autofocus>
    <div class="buttons">
    <button>{{t.buttonContinue}}</button>
    <button name="{{field.decision}}" value="{{field.deny}}" class="quiet" formnovalidate>{{t.buttonCancel}}</button>
    </div>
    </form>
    <p class="small">{{t.deviceWarning}}</p>
    <p class="small">{{#issuer}}{{>phrase}}{{/issuer}}</p>
    {{/main}}
    {{/document}}
    """

  /// The code is shown again beside the decision, so that the user can compare it (RFC 8628 §5.4).
  private static let deviceSignIn = """
    {{<document}}
    {{$main}}
    {{#hasPerson}}
    <p>{{#person}}{{>phrase}}{{/person}}</p>
    {{/hasPerson}}
    {{>request}}
    <p>{{t.deviceCompare}}</p>
    <p class="code" dir="ltr">{{userCode}}</p>
    {{>problem}}
    <form method="post" action="{{action}}">
    <input type="hidden" name="{{field.userCode}}" value="{{userCode}}">
    {{>hidden}}
    {{^hasPerson}}
    {{>credentials}}
    {{/hasPerson}}
    {{#hasPerson}}
    <div class="buttons">
    <button name="{{field.decision}}" value="{{field.approve}}">{{t.buttonAllow}}</button>
    <button name="{{field.decision}}" value="{{field.deny}}" class="quiet">{{t.buttonRefuse}}</button>
    <button name="{{field.decision}}" value="{{field.another}}" class="quiet">{{t.buttonAnother}}</button>
    </div>
    {{/hasPerson}}
    </form>
    <p class="small">{{t.deviceSignInWarning}}</p>
    <p class="small">{{#issuer}}{{>phrase}}{{/issuer}}{{^hasPerson}} {{t.issuerPassword}}{{/hasPerson}}</p>
    {{>links}}
    {{/main}}
    {{/document}}
    """

  private static let deviceDone = """
    {{<document}}
    {{$main}}
    <p role="status">{{explanation}}</p>
    {{/main}}
    {{/document}}
    """

  private static let deviceLink = """
    {{<document}}
    {{$main}}
    <p>{{t.deviceLinkScan}}</p>
    {{#picture}}
    <svg class="qr" viewBox="0 0 {{size}} {{size}}" role="img" aria-label="{{t.deviceLinkPicture}}" \
    shape-rendering="crispEdges"><path d="{{path}}"/></svg>
    {{/picture}}
    <p>{{t.deviceLinkType}}</p>
    <p class="code address" dir="ltr">{{address}}</p>
    <p class="code" dir="ltr">{{userCode}}</p>
    {{/main}}
    {{/document}}
    """

  private static let signOut = """
    {{<document}}
    {{$main}}
    {{#logo}}
    <img class="logo" src="{{.}}" alt="" width="48" height="48" referrerpolicy="no-referrer">
    {{/logo}}
    {{#hasClient}}
    <p class="lead">{{#lead}}{{>phrase}}{{/lead}}</p>
    {{/hasClient}}
    <p>{{#person}}{{>phrase}}{{/person}}</p>
    <form method="post" action="{{action}}">
    {{>hidden}}
    <div class="buttons">
    <button name="{{field.decision}}" value="{{field.approve}}">{{t.buttonSignOut}}</button>
    <button name="{{field.decision}}" value="{{field.deny}}" class="quiet">{{t.buttonStay}}</button>
    </div>
    </form>
    <p class="small">{{#issuer}}{{>phrase}}{{/issuer}}</p>
    {{/main}}
    {{/document}}
    """

  private static let signedOut = """
    {{<document}}
    {{$main}}
    <p role="status">{{#hasPerson}}<strong><bdi>{{personName}}</bdi></strong>: {{/hasPerson}}{{explanation}}</p>
    {{#back}}
    <p><a href="{{address}}" rel="noopener noreferrer">{{#label}}{{>phrase}}{{/label}}</a></p>
    {{/back}}
    <p class="small">{{#issuer}}{{>phrase}}{{/issuer}}</p>
    {{/main}}
    {{/document}}
    """

  private static let accountSignIn = """
    {{<document}}
    {{$main}}
    <p>{{t.accountSignInLead}}</p>
    {{>problem}}
    <form method="post" action="{{action}}">
    {{>hidden}}
    {{>credentials}}
    </form>
    <p class="small">{{#issuer}}{{>phrase}}{{/issuer}} {{t.issuerPassword}}</p>
    {{/main}}
    {{/document}}
    """

  /// The form has only buttons, so the Return key does nothing.
  private static let account = """
    {{<document}}
    {{$main}}
    {{#hasNotice}}
    <p role="status">{{#notice}}{{>phrase}}{{/notice}}</p>
    {{/hasNotice}}
    {{>problem}}
    <p>{{#person}}{{>phrase}}{{/person}}</p>
    <form method="post" action="{{action}}">
    {{>hidden}}
    <h2>{{t.accountApplications}}</h2>
    {{#applications}}
    <h3><bdi>{{name}}</bdi></h3>
    <ul>
    {{#permissions}}
    <li>{{#pieces}}{{>phrase}}{{/pieces}}</li>
    {{/permissions}}
    <li class="small">{{#allowed}}{{>phrase}}{{/allowed}}</li>
    </ul>
    <div class="buttons">
    <button name="{{field.endAccess}}" value="{{id}}" class="quiet">{{#button}}{{>phrase}}{{/button}}</button>
    </div>
    {{/applications}}
    {{#hasApplications}}
    <p class="small">{{t.accountEndAccess}}</p>
    {{/hasApplications}}
    {{^hasApplications}}
    <p>{{t.accountNoApplications}}</p>
    {{/hasApplications}}
    <h2>{{t.accountSessions}}</h2>
    {{#sessions}}
    <p>{{#text}}{{>phrase}}{{/text}}</p>
    {{#isOther}}
    <div class="buttons">
    <button name="{{field.endSession}}" value="{{id}}" class="quiet">{{#button}}{{>phrase}}{{/button}}</button>
    </div>
    {{/isOther}}
    {{/sessions}}
    <div class="buttons">
    <button name="{{field.decision}}" value="{{field.deny}}">{{t.buttonSignOut}}</button>
    </div>
    </form>
    {{#passwordAddress}}
    <p><a href="{{.}}" rel="noopener noreferrer">{{t.linkPassword}}</a></p>
    {{/passwordAddress}}
    <p class="small">{{#issuer}}{{>phrase}}{{/issuer}}</p>
    {{/main}}
    {{/document}}
    """

  /// The user name is there for password managers, and the server ignores it.
  private static let password = """
    {{<document}}
    {{$main}}
    {{>problem}}
    <form method="post" action="{{action}}">
    {{>hidden}}
    <label for="username">{{t.username}}</label>
    <input id="username" name="{{field.username}}" type="text" value="{{username}}" autocomplete="username" readonly>
    <label for="password">{{t.passwordCurrent}}</label>
    <input id="password" name="{{field.password}}" type="password" autocomplete="current-password" required autofocus\
    {{#hasProblem}} aria-describedby="problem"{{/hasProblem}}>
    <label for="new-password">{{t.passwordNew}}</label>
    <input id="new-password" name="{{field.newPassword}}" type="password" autocomplete="new-password" required>
    <label for="new-password-again">{{t.passwordAgain}}</label>
    <input id="new-password-again" name="{{field.newPasswordAgain}}" type="password" autocomplete="new-password" \
    required>
    <div class="buttons">
    <button name="{{field.decision}}" value="{{field.approve}}">{{t.buttonChangePassword}}</button>
    <button name="{{field.decision}}" value="{{field.deny}}" class="quiet" formnovalidate>{{t.buttonCancel}}</button>
    </div>
    </form>
    <p class="small">{{#issuer}}{{>phrase}}{{/issuer}} {{t.issuerPassword}}</p>
    {{/main}}
    {{/document}}
    """

  private static let formPost = """
    {{<document}}
    {{$main}}
    <p>{{#explanation}}{{>phrase}}{{/explanation}}</p>
    <form method="post" action="{{action}}">
    {{>hidden}}
    <div class="buttons">
    <button>{{t.buttonContinue}}</button>
    </div>
    </form>
    {{/main}}
    {{/document}}
    """

  private static let error = """
    {{<document}}
    {{$main}}
    <p role="alert">{{explanation}}</p>
    <p class="small">{{#detail}}{{>phrase}}{{/detail}}</p>
    {{/main}}
    {{/document}}
    """
}
