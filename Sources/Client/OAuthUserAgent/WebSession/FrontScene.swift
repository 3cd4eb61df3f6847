/// The activity of a scene, most active first.
package enum SceneActivity: Int, Sendable, CaseIterable {
  /// In the foreground, and receiving events. Only there does the system show a sheet
  /// (auth0/Auth0.swift#446, openid/AppAuth-iOS#498).
  case active
  /// In the foreground: while the app starts, or below the control center.
  case inactive
  /// Not on the screen, or not attached to one.
  case background
}

/// One of an app's scenes, for the choice of the window that shows a sheet.
package struct FrontScene<Window> {
  private let activity: SceneActivity
  private let keyWindow: Window?
  private let windows: [Window]

  package init(activity: SceneActivity, keyWindow: Window?, windows: [Window]) {
    self.activity = activity
    self.keyWindow = keyWindow
    self.windows = windows
  }

  /// Returns the window of the most active scene, and prefers a scene with a key window: an app on
  /// an iPad or with an external display can have several active scenes.
  ///
  /// - Returns: `nil` if there is no window yet.
  package static func window(of scenes: [FrontScene]) -> Window? {
    for activity in SceneActivity.allCases {
      let scenes = scenes.filter { $0.activity == activity }
      if let window = scenes.compactMap(\.keyWindow).first ?? scenes.flatMap(\.windows).first { return window }
    }
    return nil
  }
}
