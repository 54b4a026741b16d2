import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionOf, storeOn } from './tests/sample-network.ts'
import type { Answer } from './tests/sample-network.ts'
import { watchSession } from './session-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function watched(answers: Answer[], pollSeconds = 0) {
  const world = storeOn(...answers)
  const visible: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' }
  const page = Object.assign(new EventTarget(), visible)
  const window = new EventTarget()
  const net = { online: true }
  const { store, broadcast } = world
  await store.refresh()
  const stop = watchSession({ store, broadcast, document: page, window, isOnline: () => net.online, pollSeconds })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    ...world,
    net,
    stop,
    settle,
    focus: async () => {
      window.dispatchEvent(new Event('focus'))
      await settle()
    },
    show: async (state: DocumentVisibilityState) => {
      page.visibilityState = state
      page.dispatchEvent(new Event('visibilitychange'))
      await settle()
    },
  }
}
const marta = sessionOf('Marta')

describe('session is refetched', () => {
  test('when the tab becomes visible, not when it is hidden', async () => {
    const { show, requests } = await watched([marta])
    await show('hidden')
    expect(requests()).toBe(1)
    await show('visible')
    expect(requests()).toBe(2)
  })

  test('when the window gets the focus, even if the tab was visible', async () => {
    const { focus, requests, status } = await watched([marta, 'nobody'])
    await focus()
    expect([requests(), status()]).toEqual([2, 'unauthenticated'])
  })

  test('when another tab notifies it, without notifying that tab', async () => {
    const { hearOtherTab, settle, status, sent } = await watched(['nobody', marta])
    hearOtherTab()
    await settle()
    expect([status(), sent]).toEqual(['authenticated', []])
  })

  test('at the configured interval while the browser is online', async () => {
    const { net, requests } = await watched([marta], 60)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(requests()).toBe(3)
    net.online = false
    await vi.advanceTimersByTimeAsync(120_000)
    expect(requests()).toBe(3)
  })

  test('not in a signed-out tab, neither when it becomes visible nor at the interval', async () => {
    const { show, requests } = await watched(['nobody'], 60)
    await show('visible')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(requests()).toBe(1)
  })

  test('not after the watch has stopped', async () => {
    const { stop, show, focus, listeners, requests } = await watched([marta], 60)
    stop()
    await show('visible')
    await focus()
    await vi.advanceTimersByTimeAsync(120_000)
    expect([requests(), listeners()]).toEqual([1, 0])
  })
})
