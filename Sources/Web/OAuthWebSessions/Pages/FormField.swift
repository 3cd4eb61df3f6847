/// The field of a form that has the session's token.
public enum FormField {
  /// The name of the field: `form_token`.
  public static let name = "form_token"
}
