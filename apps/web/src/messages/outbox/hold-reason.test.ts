import { expect, it } from 'vitest'
import { ApiError, ConnectionError } from '../../platform/api-error.ts'
import { holdReason, isRefusal, mayPass } from './hold-reason.ts'

const answer = (status: number) => new ApiError({ status, body: null, headers: new Headers() })

it('tells a lost connection from a limit, a busy server and a refusal', () => {
  expect(holdReason(new ConnectionError(null))).toBe('offline')
  expect(holdReason(answer(429))).toBe('limit')
  expect([401, 408, 502, 503, 504].map((status) => holdReason(answer(status)))).toEqual(Array(5).fill('busy'))
  expect([400, 403, 404, 409, 413, 500].map((status) => holdReason(answer(status)))).toEqual(Array(6).fill(null))
})

it('calls only what the server refuses for good a refusal', () => {
  expect([400, 403, 404, 409, 413, 415, 422].every((status) => isRefusal(answer(status)))).toBe(true)
  expect([401, 408, 429, 500, 502, 503, 504].some((status) => isRefusal(answer(status)))).toBe(false)
  expect([new ConnectionError(null), new Error('Broken')].some(isRefusal)).toBe(false)
})

it('asks again after what says nothing about the request', () => {
  expect([401, 429, 503, 400, 404].map((status) => mayPass(answer(status)))).toEqual([true, true, true, false, false])
  expect([mayPass(new ConnectionError(null)), mayPass(new Error('A mistake.'))]).toEqual([true, false])
})
