import { expect, it } from 'vitest'
import { ApiError, ConnectionError } from '../../platform/api-error.ts'
import { holdReason } from './hold-reason.ts'

const answer = (status: number) => new ApiError({ status, body: null, headers: new Headers() })

it('tells a lost connection from a limit, a busy server and a refusal', () => {
  expect(holdReason(new ConnectionError(null))).toBe('offline')
  expect(holdReason(answer(429))).toBe('limit')
  expect([401, 502, 503, 504].map((status) => holdReason(answer(status)))).toEqual(['busy', 'busy', 'busy', 'busy'])
  expect([400, 403, 404, 409, 413, 500].map((status) => holdReason(answer(status)))).toEqual(Array(6).fill(null))
})
