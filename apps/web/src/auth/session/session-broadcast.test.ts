import { describe, expect, test } from 'vitest'
import { createSessionBroadcast } from './session-broadcast.ts'

const stored = (key: string | null, newValue: string | null) => Object.assign(new Event('storage'), { key, newValue })

function tab() {
  const target = new EventTarget()
  const kept: [string, string][] = []
  const storage = { setItem: (key: string, value: string) => void kept.push([key, value]) } as Storage
  let heard = 0
  const broadcast = createSessionBroadcast({ target, storage, now: () => 1_700_000_000_900 })
  const stop = broadcast.subscribe(() => (heard += 1))
  return { broadcast, kept, stop, heard: () => heard, hear: (event: Event) => target.dispatchEvent(event) }
}

describe('session broadcast', () => {
  test('stores next-auth’s message with a timestamp in whole seconds', () => {
    const { broadcast, kept } = tab()
    broadcast.send('signout')
    const message = '{"event":"session","data":{"trigger":"signout"},"timestamp":1700000000}'
    expect(kept).toEqual([['nextauth.message', message]])
  })

  test('notifies subscribers of messages from other tabs until they unsubscribe', () => {
    const { hear, heard, stop } = tab()
    hear(stored('nextauth.message', '{"event":"session","data":{"trigger":"getSession"},"timestamp":1}'))
    expect(heard()).toBe(1)
    stop()
    hear(stored('nextauth.message', '{"event":"session","data":{"trigger":"getSession"},"timestamp":2}'))
    expect(heard()).toBe(1)
  })

  test.each([
    ['another key', 'theme', '{"event":"session","data":{}}'],
    ['another event', 'nextauth.message', '{"event":"other","data":{}}'],
    ['a message without data', 'nextauth.message', '{"event":"session"}'],
    ['a broken message', 'nextauth.message', '{'],
    ['a removed message', 'nextauth.message', null],
  ])('ignores %s', (_, key, value) => {
    const { hear, heard } = tab()
    hear(stored(key, value))
    expect(heard()).toBe(0)
  })

  test('works without storage', () => {
    const broadcast = createSessionBroadcast({ target: new EventTarget(), storage: null, now: () => 0 })
    expect(() => broadcast.send('getSession')).not.toThrow()
  })
})
