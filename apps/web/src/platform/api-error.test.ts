import { describe, expect, test } from 'vitest'
import { ApiError, ConnectionError, errorText } from './api-error.ts'

const answered = (status: number, body: unknown) => new ApiError({ status, body, headers: new Headers() })

describe('errorText', () => {
  test('prefers the message of the response', () => {
    const error = answered(400, { message: 'Choose another name.', errors: { name: ['Name should be defined.'] } })
    expect(errorText(error)).toBe('Choose another name.')
  })

  test('falls back to the field errors, one per line', () => {
    const errors = { name: ['Name should be defined.'], members: ['One.', 'Two.'] }
    expect(errorText(answered(400, { message: null, errors }))).toBe('Name should be defined.\nOne.\nTwo.')
  })

  test('falls back to a generic text for a response, and to the message of other errors', () => {
    expect(errorText(answered(502, '<html>Bad gateway</html>'))).toBe('An unexpected server error occurred.')
    expect(errorText(answered(500, null))).toBe('An unexpected server error occurred.')
    expect(errorText(new Error('No camera.'))).toBe('No camera.')
    expect(errorText('broken')).toBe('broken')
  })

  test('explains that the server is unreachable', () => {
    expect(errorText(new ConnectionError(new TypeError('Failed to fetch')))).toMatch(/^Partyline can’t be reached/)
  })
})

test('ApiError exposes the status, code, details, and headers of the response', () => {
  const headers = new Headers({ 'Retry-After': '3' })
  const error = new ApiError({ status: 429, body: { error: 'too-many-requests', details: 'Wait 3 s.' }, headers })
  expect(error.message).toBe('An unexpected server error occurred.')
  expect([error.status, error.code, error.details]).toEqual([429, 'too-many-requests', 'Wait 3 s.'])
  expect(error.headers.get('retry-after')).toBe('3')
  expect(answered(502, 'x').code).toBeNull()
})
