import { ApiError, ConnectionError } from '../../platform/api-error.ts'

/** Why a message waits: without a connection, because too many were sent at once, or because the server is busy. */
export type HoldReason = 'offline' | 'limit' | 'busy'

/** Answers that are about the server, or a session that ended, and not about the message. */
const BUSY = [401, 408, 502, 503, 504]

/** Why a message that could not be handed over should wait. Null where the server refused it. */
export function holdReason(error: unknown): HoldReason | null {
  if (error instanceof ConnectionError) return 'offline'
  if (!(error instanceof ApiError)) return null
  if (error.status === 429) return 'limit'
  return BUSY.includes(error.status) ? 'busy' : null
}

/** Whether the server refused the message for good, and did not fail itself. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && holdReason(error) === null
}

/** Whether it may help to ask again. */
export const mayPass = (error: unknown): boolean => holdReason(error) !== null
