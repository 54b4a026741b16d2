/** An error whose text may be told to the client. The text of every other error stays on the server. */
export class HubException extends Error {
  override readonly name = 'HubException'
}
