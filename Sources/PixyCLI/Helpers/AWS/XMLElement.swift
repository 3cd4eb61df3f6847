/// An element of an XML document: what AWS's Security Token Service answers with.
///
/// Attributes aren't kept: the answers have none but namespaces.
struct XMLElement: Hashable {
  /// The name, without a namespace's prefix.
  let name: String
  /// The text between the tags, children's left out, white space at both ends removed.
  var text = ""
  var children: [XMLElement] = []

  /// The first child by that name.
  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The first descendant that is reached by these names, one below the other.
  func descendant(_ names: String...) -> XMLElement? {
    var element: XMLElement? = self
    for name in names { element = element?.child(name) }
    return element
  }
}
