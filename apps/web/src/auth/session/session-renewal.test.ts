import type { Session } from '@partyline/contract'
import { RENEWAL } from '@partyline/contract'
import { expect, test, vi } from 'vitest'
import { createRenewSession } from './renew-session.ts'
import { sessionOf, storeOn } from './tests/sample-network.ts'
import type { Answer } from './tests/sample-network.ts'
import { watchRenewal } from './session-renewal.ts'

const DAY_MS = 24 * 3_600_000
const NOW = Date.parse('2026-11-21T10:00:00Z')
const ending = (inDays: number): Session => ({
  ...sessionOf('Dana'),
  renewBy: new Date(NOW + inDays * DAY_MS).toISOString(),
})

function storage(): Storage {
  const kept = new Map<string, string>()
  const { get, set } = { get: kept.get.bind(kept), set: kept.set.bind(kept) }
  return {
    getItem: (key: string) => get(key) ?? null,
    setItem: (key: string, value: string) => void set(key, value),
  } as Storage
}

/** A tab whose server gives these responses in turn. */
async function tabOn(answers: Answer[], { shared = storage(), fails = false } = {}) {
  const network = storeOn(...answers)
  let tries = 0
  const renew = async () => {
    tries += 1
    if (fails) throw new Error('login_required')
  }
  await network.store.refresh()
  const stop = watchRenewal({ store: network.store, renew, storage: shared, now: () => network.clock.now })
  // Waits until a renewal under way has finished.
  const settled = () => vi.waitFor(() => network.store.refresh())
  await settled()
  return { ...network, stop, settled, shared, tries: () => tries }
}

test('does nothing if the session is far from its end or nobody is signed in', async () => {
  expect((await tabOn([ending(15)])).tries()).toBe(0)
  expect((await tabOn(['nobody'])).tries()).toBe(0)
})

test('renews a session that nears its end once, and switches to the new one', async () => {
  const tab = await tabOn([ending(13), ending(90)])
  expect(tab.tries()).toBe(1)
  expect(tab.store.current()).toMatchObject({ session: { renewBy: ending(90).renewBy } })
  tab.clock.now += RENEWAL.everyMs
  await tab.settled()
  expect(tab.tries()).toBe(1)
})

test.each([false, true])('waits for the retry interval after a failed renewal (throws: %s)', async (fails) => {
  const tab = await tabOn([ending(13)], { fails })
  for (let looks = 0; looks < 5; looks += 1) await tab.settled()
  expect(tab.tries()).toBe(1)
  tab.clock.now += RENEWAL.everyMs
  await tab.settled()
  expect(tab.tries()).toBe(2)
  expect(tab.status()).toBe('authenticated')
})

test('tries to renew in only one of several tabs', async () => {
  const shared = storage()
  const tabs = [await tabOn([ending(13)], { shared }), await tabOn([ending(13)], { shared })]
  expect(tabs.map(({ tries }) => tries())).toEqual([1, 0])
})

function renewalOf(
  silently: ((callbackUrl: string) => Promise<{ url: string }>) | null,
  answer = { url: 'https://entra' },
) {
  const asked: unknown[] = []
  const visited: string[] = []
  const renew = createRenewSession({
    signIn: async (...request) => {
      asked.push(request)
      return answer
    },
    teams: silently && { silently },
    origin: 'https://texts.example',
    loadInHiddenFrame: async (url) => void visited.push(url),
  })
  return { renew, asked, visited }
}
const RENEWED = 'https://texts.example/api/auth/renewed'

test('in a browser, renews without a prompt in a hidden frame', async () => {
  const { renew, asked, visited } = renewalOf(null)
  await renew({ ...ending(13), user: { ...ending(13).user, email: 'dana@lakeside.example' } })
  expect(asked).toEqual([['azure-ad', { callbackUrl: RENEWED, loginHint: 'dana@lakeside.example', prompt: 'none' }]])
  expect(visited).toEqual(['https://entra'])
})

test('inside Teams, renews through the host without a frame', async () => {
  const handedIn: string[] = []
  const silently = async (url: string) => {
    handedIn.push(url)
    return { url }
  }
  const { renew, asked, visited } = renewalOf(silently)
  await renew(ending(13))
  expect([handedIn, asked, visited]).toEqual([[RENEWED], [], []])
})
