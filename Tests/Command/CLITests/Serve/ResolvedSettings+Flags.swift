@testable import PixyServe

extension ResolvedSettings {
  /// Combines the sources of settings, with flags as the command line gives them.
  init(
    flagTexts: [ServeSetting: (name: String, text: String)], environment: [String: String], file: SettingsFile?,
    folder: String
  ) throws(SettingsError) {
    var flags: [ServeSetting: ResolvedValue] = [:]
    for (setting, flag) in flagTexts {
      do throws(SettingKind.InvalidValue) {
        flags[setting] = ResolvedValue(value: try setting.kind.value(flag.text, in: folder), source: .flag(flag.name))
      } catch {
        throw .invalid(.flag(flag.name), problem: error.problem)
      }
    }
    try self.init(flags: flags, environment: environment, file: file, folder: folder)
  }
}
