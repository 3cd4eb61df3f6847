/// The error that ends a sign-in when the user chooses the device grant. The command continues with
/// that grant.
struct DeviceGrantChosen: Error {}
