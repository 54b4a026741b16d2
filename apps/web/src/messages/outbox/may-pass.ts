import { ApiError, ConnectionError } from '../../platform/api-error.ts'

/** Answers that speak of the server, or of a session that ended, and not of the message. */
const PASSING = [401, 429, 502, 503, 504]

/** Whether a message that could not be handed over should simply wait: nobody has refused it. */
export function mayPass(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && PASSING.includes(error.status))
}
