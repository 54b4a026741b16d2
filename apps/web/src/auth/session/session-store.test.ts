import { describe, expect, test } from 'vitest'
import { sessionOf, storeOn } from './sample-network.ts'

const marta = sessionOf('Marta')

describe('the session', () => {
  test('is loading until the server has answered, then authenticated or not', async () => {
    const { store, status } = storeOn(marta, 'nobody')
    expect(store.current()).toEqual({ status: 'loading', failure: null })
    await store.refresh()
    expect(store.current()).toMatchObject({ status: 'authenticated', session: marta })
    await store.refresh()
    expect(status()).toBe('unauthenticated')
  })

  test.each(['unreachable', 500, 429] as const)('keeps what was known when the answer is %s', async (answer) => {
    const { store, status, reports } = storeOn(marta, answer)
    await store.refresh()
    const { failure } = await store.refresh()
    expect([status(), failure?.message]).toEqual(['authenticated', expect.stringMatching(/can’t be reached/)])
    expect(reports).toEqual(['CLIENT_FETCH_ERROR'])
  })

  test('stays loading, with the reason, when the first look fails, and recovers', async () => {
    const { store, status } = storeOn('unreachable', marta)
    await store.refresh()
    expect(store.current()).toMatchObject({
      status: 'loading',
      failure: expect.stringMatching(/can’t be reached/) as unknown,
    })
    await store.refresh()
    expect(status()).toBe('authenticated')
  })

  test('is asked for once, however many ask', async () => {
    const { store, requests } = storeOn(marta)
    await Promise.all([store.refresh(), store.refresh(), store.refresh()])
    expect(requests()).toBe(1)
    await store.refresh()
    expect(requests()).toBe(2)
  })

  test('is asked for anew where an answer under way may be from before it ended', async () => {
    const { store, status, requests } = storeOn(marta, 'nobody')
    await Promise.all([store.refresh(), store.recheck()])
    expect([status(), requests()]).toEqual(['unauthenticated', 2])
  })

  test('tells its listeners of each answer until they leave', async () => {
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
  test('hear that somebody signed in, and not of every look', async () => {
    const { store, sent } = storeOn(marta)
    await store.refresh()
    await store.refresh()
    expect(sent).toEqual(['getSession'])
  })

  test('hear when it is somebody else, and when it ended', async () => {
    const { store, sent } = storeOn(marta, sessionOf('Luis'), 'nobody')
    for (let look = 0; look < 3; look += 1) await store.refresh()
    expect(sent).toHaveLength(3)
  })

  test('are not answered with news of their own', async () => {
    const { store, sent } = storeOn(marta)
    await store.refresh({ announce: false })
    expect(sent).toEqual([])
  })

  test('hear of a sign-out', () => {
    const { store, sent } = storeOn('nobody')
    store.announceSignOut()
    expect(sent).toEqual(['signout'])
  })
})
