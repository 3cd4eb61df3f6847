extension String {
  /// Reads a text file that the program contains. The newline at its end isn't part of the text.
  package init(embedded file: [UInt8]) {
    self.init(decoding: file.last == UInt8(ascii: "\n") ? file.dropLast() : file[...], as: UTF8.self)
  }
}
