/// An element of an XML document from AWS's Security Token Service.
///
/// Attributes are discarded, because the answers have none except namespaces.
struct XMLElement: Hashable {
  /// The name, without a namespace's prefix.
  let name: String
  /// The text between the tags without that of children, with white space removed at both ends.
  var text = ""
  var children: [XMLElement] = []

  /// Returns the first child with a name.
  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// Returns the first descendant on a path of names.
  func descendant(_ names: String...) -> XMLElement? {
    var element: XMLElement? = self
    for name in names { element = element?.child(name) }
    return element
  }
}
