import { describe, expect, test } from 'vitest'
import { createAccessTokens } from './access-tokens.ts'
import { sessionOf, storeOn } from './tests/sample-network.ts'
import type { Answer } from './tests/sample-network.ts'

function tokensOn(...answers: Answer[]) {
  const world = storeOn(...answers)
  return { ...world, tokens: createAccessTokens({ store: world.store, now: () => world.clock.now }) }
}
const first = sessionOf('Marta', 'first')
const second = sessionOf('Marta', 'second')

describe('access token', () => {
  test('is cached for 180,000 ms and then fetched again', async () => {
    const { tokens, clock, requests } = tokensOn(first, second)
    expect(await tokens.current()).toBe('first')
    clock.now += 179_999
    expect([await tokens.current(), requests()]).toEqual(['first', 1])
    clock.now += 1
    expect([await tokens.current(), requests()]).toEqual(['second', 2])
  })

  test('is fetched once for concurrent calls', async () => {
    const { tokens, requests } = tokensOn(first)
    expect(await Promise.all([tokens.current(), tokens.current(), tokens.renew()])).toEqual(['first', 'first', 'first'])
    expect(requests()).toBe(1)
  })

  test('is null when nobody is signed in', async () => {
    const { tokens } = tokensOn('nobody')
    expect(await tokens.current()).toBeNull()
  })

  test('is of the person who is signed in', async () => {
    const { tokens } = tokensOn(first, sessionOf('Sam'))
    expect(tokens.person()).toBeNull()
    await tokens.current()
    expect(tokens.person()).toBe('tenant/Marta')
    await tokens.renew()
    expect(tokens.person()).toBe('tenant/Sam')
  })

  test('is renewed on demand even if it is fresh', async () => {
    const { tokens } = tokensOn(first, second)
    await tokens.current()
    expect(await tokens.renew()).toBe('second')
  })

  test('is used until it expires while the server is unreachable', async () => {
    const { tokens, clock } = tokensOn(first, 'unreachable')
    await tokens.current()
    clock.now += 200_000
    expect(await tokens.current()).toBe('first')
    clock.now = Date.parse(first.user.accessTokenExpires)
    await expect(tokens.current()).rejects.toThrow(/can’t be reached/)
  })

  test('is an error, not null, if the first request fails', async () => {
    const { tokens } = tokensOn('unreachable')
    await expect(tokens.current()).rejects.toThrow(/can’t be reached/)
  })
})
