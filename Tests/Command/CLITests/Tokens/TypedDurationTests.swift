import PixyAccounts
import Testing

struct TypedDurationTests {
  @Test(arguments: [
    ("0", 0), ("90", 90), ("90s", 90), ("5m", 300), ("2h", 7_200), ("1d", 86_400), ("999999d", 86_399_913_600),
  ])
  func `Seconds, minutes, hours and days are read`(_ text: String, _ seconds: Int64) {
    #expect(TypedDuration(text)?.duration == .seconds(seconds))
  }

  @Test(arguments: ["", "m", "-1", "+1", "1.5m", "5 m", "5M", "5mm", "1000000", "٣m", "1w", "0x1"])
  func `Any other text is rejected`(_ text: String) {
    #expect(TypedDuration(text) == nil)
  }
}
