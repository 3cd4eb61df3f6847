import Foundation
import OAuthServerHummingbird
import Testing

/// The requirements of WCAG 2.2 for the style sheet.
struct StyleTests {
  let style: String

  init() throws {
    style = try MustachePages().styleSheet
  }

  /// The colours of the light or the dark mode, by name.
  func colours(dark: Bool) throws -> [String: [Double]] {
    let blocks = style.components(separatedBy: "@media (prefers-color-scheme: dark)")
    try #require(blocks.count == 2)
    let text = dark ? blocks[1] : blocks[0]
    return Dictionary(
      text.matches(of: /--([a-z-]+): #([0-9a-f]{6})/).map { match in
        let number = Int(match.2, radix: 16) ?? 0
        return (String(match.1), [number >> 16, number >> 8 & 0xFF, number & 0xFF].map { Double($0) / 255 })
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The relative luminance of a colour, from 0 to 1.
  func luminance(_ colour: [Double]) -> Double {
    let linear = colour.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  func contrast(_ left: [Double], _ right: [Double]) -> Double {
    let (one, other) = (luminance(left), luminance(right))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  // 1.4.3 for text, 1.4.11 for the lines around fields and buttons and for the focus.
  @Test(arguments: [
    ("text", "card", 4.5), ("soft", "card", 4.5), ("accent", "card", 4.5), ("on-accent", "accent", 4.5),
    ("bad", "bad-page", 4.5), ("line", "card", 3), ("accent", "page", 3),
  ])
  func `Colours have enough contrast, in light and dark mode`(_ front: String, _ back: String, _ least: Double) throws {
    for dark in [false, true] {
      let colours = try colours(dark: dark)
      let ratio = contrast(try #require(colours[front]), try #require(colours[back]))
      #expect(ratio >= least, "\(front) on \(back), dark: \(dark): \(ratio)")
    }
  }

  @Test func `Black and white have the contrast ratio of WCAG`() {
    #expect(abs(contrast([0, 0, 0], [1, 1, 1]) - 21) < 0.001)
  }

  // 2.4.7, 2.4.13: at least two pixels.
  @Test func `The focus is visible`() {
    #expect(style.contains(":focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }"))
    #expect(!style.contains("outline: none") && !style.contains("outline: 0"))
  }

  // 2.3.3: without any motion, the preference for less motion is always respected.
  @Test func `Nothing moves`() {
    for word in ["animation", "transition", "transform", "@keyframes", "scroll-behavior"] {
      #expect(!style.contains(word))
    }
  }

  // 1.4.4, 1.4.10: text in the user's own size, and no fixed widths.
  @Test func `Sizes follow the user's text size, and narrow screens need no horizontal scrolling`() {
    #expect(style.matches(of: /(?:font|font-size|width):[^;]*\dpx/).isEmpty)
    #expect(style.contains("overflow-wrap: anywhere") && style.contains("max-width"))
  }

  // 2.5.8: at least 24 pixels. A button has 1.5 lines of 16 pixels, and its padding.
  @Test func `Buttons are large enough`() {
    #expect(style.contains("padding: 0.6rem 1.1rem"))
  }
}
