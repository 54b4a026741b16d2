import { ERRORS } from '@partyline/contract'
import { describe, expect, test } from 'vitest'
import { sessionOf, storeOn } from './tests/sample-network.ts'

const marta = sessionOf('Marta')

describe('session', () => {
  test('is loading until the server responds, then authenticated or unauthenticated', async () => {
    const { store, status } = storeOn(marta, 'nobody')
    expect(store.current()).toEqual({ status: 'loading', failure: null })
    await store.refresh()
    expect(store.current()).toMatchObject({ status: 'authenticated', session: marta })
    await store.refresh()
    expect(status()).toBe('unauthenticated')
  })

  test.each(['unreachable', 500, 429, 200] as const)(
    'keeps its state and reports an error if the response is %s without a session',
    async (answer) => {
      const { store, status, reports } = storeOn(marta, answer)
      await store.refresh()
      const { failure } = await store.refresh()
      expect([status(), failure?.message]).toEqual(['authenticated', expect.stringMatching(/can’t be reached/)])
      expect(reports).toEqual(['CLIENT_FETCH_ERROR'])
    },
  )

  test('keeps its state and passes on what a busy server says', async () => {
    const { store, status } = storeOn(marta, 'busy')
    await store.refresh()
    const { failure } = await store.refresh()
    expect([status(), failure?.message]).toEqual(['authenticated', ERRORS.unavailable.message])
  })

  test('stays loading with the failure if the first request fails, and recovers', async () => {
    const { store, status } = storeOn('unreachable', marta)
    await store.refresh()
    expect(store.current()).toMatchObject({
      status: 'loading',
      failure: expect.stringMatching(/can’t be reached/) as unknown,
    })
    await store.refresh()
    expect(status()).toBe('authenticated')
  })

  test('is fetched once for concurrent refreshes', async () => {
    const { store, requests } = storeOn(marta)
    await Promise.all([store.refresh(), store.refresh(), store.refresh()])
    expect(requests()).toBe(1)
    await store.refresh()
    expect(requests()).toBe(2)
  })

  test('is fetched again by a recheck while a refresh is in flight', async () => {
    const { store, status, requests } = storeOn(marta, 'nobody')
    await Promise.all([store.refresh(), store.recheck()])
    expect([status(), requests()]).toEqual(['unauthenticated', 2])
  })

  test('notifies listeners of each response until they unsubscribe', async () => {
    const { store } = storeOn(marta)
    let heard = 0
    const leave = store.subscribe(() => (heard += 1))
    await store.refresh()
    leave()
    await store.refresh()
    expect(heard).toBe(1)
  })
})

describe('other tabs', () => {
  test('are notified of a sign-in, but not of every refresh', async () => {
    const { store, sent } = storeOn(marta)
    await store.refresh()
    await store.refresh()
    expect(sent).toEqual(['getSession'])
  })

  test('are notified when another user signs in and when the session ends', async () => {
    const { store, sent } = storeOn(marta, sessionOf('Luis'), 'nobody')
    for (let look = 0; look < 3; look += 1) await store.refresh()
    expect(sent).toHaveLength(3)
  })

  test('are not notified of a refresh without announcement', async () => {
    const { store, sent } = storeOn(marta)
    await store.refresh({ announce: false })
    expect(sent).toEqual([])
  })

  test('are notified of a sign-out', () => {
    const { store, sent } = storeOn('nobody')
    store.announceSignOut()
    expect(sent).toEqual(['signout'])
  })
})
