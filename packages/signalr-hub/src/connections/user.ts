/** Who is behind a connection, as `authenticate` said. Applications add what they like. */
export type HubUser = {
  /** Requests of one connection must all be of the same user. Null means that nobody signed in. */
  readonly userId: string | null
  /** Marks by which `closeUser` and `closeTagged` find connections, for instance a session. */
  readonly tags?: readonly string[]
  /** When what authenticated the user runs out, in ms since 1970. Used only with `closeOnAuthenticationExpiration`. */
  readonly expiresAt?: number
}

/** The user of hubs without `authenticate`. */
export const ANONYMOUS: HubUser = { userId: null }
