import OAuthUserAgent
import Testing

struct FrontSceneTests {
  private func scene(_ activity: SceneActivity, key: String? = nil, _ windows: String...) -> FrontScene<String> {
    FrontScene(activity: activity, keyWindow: key, windows: windows)
  }

  @Test func `The active scene with the key window shows the sheet`() {
    let scenes = [
      scene(.background, key: "hidden", "hidden"), scene(.active, "other"), scene(.active, key: "key", "first", "key"),
    ]
    #expect(FrontScene.window(of: scenes) == "key")
    #expect(FrontScene.window(of: scenes.reversed()) == "key")
  }

  @Test func `An active scene without a key window is preferred to a key window of another scene`() {
    #expect(FrontScene.window(of: [scene(.inactive, key: "a", "a"), scene(.active, "b")]) == "b")
    #expect(FrontScene.window(of: [scene(.background, key: "a", "a"), scene(.inactive, "b")]) == "b")
  }

  @Test func `Without an active scene any window is better than none`() {
    #expect(FrontScene.window(of: [scene(.active), scene(.background, "b")]) == "b")
    #expect(FrontScene.window(of: [scene(.active)]) == nil)
    #expect(FrontScene<String>.window(of: []) == nil)
  }
}
