@main struct MyGoogleInfoWeb {
  static func main() async {
    #if Hummingbird && AsyncHTTPClient
    await Program.start()
    #else
    print(
      "my-google-info-web was built without the package traits Hummingbird and AsyncHTTPClient; build it with them.")
    #endif
  }
}
