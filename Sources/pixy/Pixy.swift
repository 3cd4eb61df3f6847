#if CLI
import PixyCLI
#endif

@main struct Pixy {
  static func main() async {
    #if CLI
    await PixyCommand.start()
    #else
    print("This pixy was built without the package trait CLI; build it with the default traits.")
    #endif
  }
}
