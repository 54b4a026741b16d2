import type { Session } from '@partyline/contract'
import { routes } from '@partyline/contract'
import { ApiError, ConnectionError } from './api-error.ts'

/** The session of the browser's cookie; null if no one is signed in. Throws {@link ConnectionError} if it can't be read. */
export async function readSession(fetch: typeof globalThis.fetch): Promise<Session | null> {
  let response: Response
  let body: Partial<Session>
  try {
    // No custom headers: otherwise the browser can't use the preloaded request.
    response = await fetch(routes['auth.session'].path)
    // Anything but JSON is not from our server.
    body = (await response.json()) as Partial<Session>
  } catch (error) {
    throw new ConnectionError(error)
  }
  const { ok, status, headers } = response
  if (!ok) throw new ConnectionError(new ApiError({ status, body, headers }))
  const { user, expires, renewBy } = body
  return user && expires && renewBy ? { user, expires, renewBy } : null
}
