import PixyCLI

@main struct Pixy {
  static func main() async {
    await PixyCommand.start()
  }
}
