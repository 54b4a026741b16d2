/** The user of a connection, as returned by `authenticate`. Applications may add properties. */
export type HubUser = {
  /** All requests of a connection must be by the same user. Null means that no one is signed in. */
  readonly userId: string | null
  /** Tags by which `closeUser` and `closeTagged` find connections, for instance a session. */
  readonly tags?: readonly string[]
  /** When the authentication expires, in ms since 1970. Used only with `closeOnAuthenticationExpiration`. */
  readonly expiresAt?: number
}

/** The user of hubs without `authenticate`. */
export const ANONYMOUS: HubUser = { userId: null }
