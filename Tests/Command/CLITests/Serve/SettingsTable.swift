@testable import PixyServe

/// The table of all settings in the guide to `pixy serve`, as Markdown.
enum SettingsTable {
  static let header = "| Setting | Value | Description | Default |"

  static var lines: [String] {
    [header, "|---|---|---|---|"] + ServeSetting.all.map(row)
  }

  private static func row(_ setting: ServeSetting) -> String {
    let flag = setting.flag.map { " `--\($0)`" } ?? ""
    let link = setting.section.map { " [More](\($0))." } ?? ""
    let cells = [
      "`\(setting.path)`" + flag, value(setting.kind), setting.help + link, setting.defaultInWords(code: "`"),
    ]
    // A bar would end the cell.
    return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }

  private static func value(_ kind: SettingKind) -> String {
    switch kind {
    case .text: "text"
    case .path: "path"
    case .choice(SettingKind.algorithms): "algorithm"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .seconds(let range): "\(range.lowerBound) to \(range.upperBound) seconds"
    case .flag: "`true`, `false`"
    case .list: "list"
    case .choices: "list of algorithms"
    case .objects: "objects, only in the file"
    }
  }
}
