@main struct MyGoogleInfoWeb {
  static func main() async {
    await Program.start()
  }
}
