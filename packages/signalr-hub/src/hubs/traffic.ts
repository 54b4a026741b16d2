/** Messages of a hub over the connections of this process, since the hub was opened. */
export type Traffic = {
  /** Messages of `send`, once for each client that they went to, whichever process they came from. */
  sent: number
  /** Invocations of clients. */
  received: number
}
