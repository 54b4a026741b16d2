import { ApiError, ConnectionError } from '../../platform/api-error.ts'

/** Why a message is stalled: no connection, rate limit, full storage on the server, or a busy server. */
export type StallReason = 'offline' | 'limit' | 'full' | 'busy'

/** Statuses that are about the server or an ended session, not about the message. */
const BUSY = [401, 408, 502, 503, 504]

/** Why a message that could not be sent should wait; null if the server refused it. */
export function stallReason(error: unknown): StallReason | null {
  if (error instanceof ConnectionError) return stallReason(error.cause) ?? 'offline'
  if (!(error instanceof ApiError)) return null
  if (error.status === 429) return 'limit'
  if (error.code === 'storage-full') return 'full'
  return BUSY.includes(error.status) ? 'busy' : null
}

/** Whether the server refused the message for good, as opposed to failing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && stallReason(error) === null
}

/** Whether the same request may succeed later. */
export const isTemporary = (error: unknown): boolean => stallReason(error) !== null
