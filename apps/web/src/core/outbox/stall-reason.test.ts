import type { ErrorCode } from '@partyline/contract'
import { expect, it } from 'vitest'
import { ApiError, ConnectionError } from '../../platform/api-error.ts'
import { isRefusal, isTemporary, stallReason } from './stall-reason.ts'

const answer = (status: number, error?: ErrorCode) =>
  new ApiError({ status, body: error && { error }, headers: new Headers() })

it('stallReason distinguishes a lost connection, a rate limit, full storage, a busy server, and a refusal', () => {
  expect(stallReason(new ConnectionError(null))).toBe('offline')
  expect(stallReason(answer(429))).toBe('limit')
  expect(stallReason(answer(503, 'storage-full'))).toBe('full')
  expect([401, 408, 502, 503, 504].map((status) => stallReason(answer(status)))).toEqual(Array(5).fill('busy'))
  expect([400, 403, 404, 409, 413, 500].map((status) => stallReason(answer(status)))).toEqual(Array(6).fill(null))
})

it('stallReason is never null if the session could not be read', () => {
  const reasons = [503, 429, 500, 404].map((status) => stallReason(new ConnectionError(answer(status))))
  expect(reasons).toEqual(['busy', 'limit', 'offline', 'offline'])
})

it('isRefusal is true only for permanent client errors', () => {
  expect([400, 403, 404, 409, 413, 415, 422].every((status) => isRefusal(answer(status)))).toBe(true)
  expect([401, 408, 429, 500, 502, 503, 504].some((status) => isRefusal(answer(status)))).toBe(false)
  expect([new ConnectionError(null), new Error('Broken')].some(isRefusal)).toBe(false)
})

it('isTemporary is true only for errors that do not depend on the request', () => {
  expect([401, 429, 503, 400, 404].map((status) => isTemporary(answer(status)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect([isTemporary(new ConnectionError(null)), isTemporary(new Error('A mistake.'))]).toEqual([true, false])
})
