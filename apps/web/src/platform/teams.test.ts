import type { app, pages } from '@microsoft/teams-js'
import { describe, expect, test, vi } from 'vitest'
import { connectTeams } from './teams.ts'

type Sdk = Awaited<ReturnType<Parameters<typeof connectTeams>[0]['load']>>

/** The SDK with a host that initializes as given. */
function host(initialize: (origins?: string[]) => Promise<void>, knowsLinks = true) {
  const heard: string[] = []
  let tell: (theme: string) => void = () => {}
  const sdk = {
    initialize,
    getContext: async () => ({
      app: { theme: 'dark' },
      page: { subPageId: 'chat:1' },
      user: { id: 'dana', loginHint: 'dana@lakeside.example' },
    }),
    registerOnThemeChangeHandler: (listener: (theme: string) => void) => void (tell = listener),
    notifyAppLoaded: () => void heard.push('loaded'),
    notifySuccess: async () => void heard.push('success'),
  } as unknown as typeof app
  const shared: unknown[] = []
  const links = { isSupported: () => knowsLinks, shareDeepLink: (link) => void shared.push(link) } as typeof pages
  const load = async () => ({ app: sdk, pages: links }) as Sdk
  return { load, heard, shared, tell: (theme: string) => tell(theme) }
}
const origins = ['https://teams.sandbox.test']

describe('connectTeams', () => {
  test('reports the host’s context and theme changes, and tells the host when the app is ready', async () => {
    const trusted: (string[] | undefined)[] = []
    const { load, heard, tell } = host(async (given) => void trusted.push(given))
    const teams = await connectTeams({ load, origins, timeoutMs: 5_000 })
    expect([teams?.theme, heard, trusted]).toEqual(['dark', ['loaded'], [origins]])
    expect(teams).toMatchObject({ userId: 'dana', loginHint: 'dana@lakeside.example', subPageId: 'chat:1' })
    const themes: string[] = []
    teams?.onTheme((theme) => themes.push(theme))
    tell('contrast')
    teams?.ready()
    expect([themes, heard]).toEqual([['contrast'], ['loaded', 'success']])
  })

  test('shares links if the host supports them', async () => {
    const { load, shared } = host(async () => {})
    const teams = await connectTeams({ load, origins, timeoutMs: 5_000 })
    teams?.shareLink?.({ subPageId: 'chat:1', label: 'Rivera family', webUrl: 'https://texts.example/?chat=1' })
    const link = { subPageId: 'chat:1', subPageLabel: 'Rivera family', subPageWebUrl: 'https://texts.example/?chat=1' }
    expect(shared).toEqual([link])
    const without = host(async () => {}, false)
    expect((await connectTeams({ load: without.load, origins, timeoutMs: 5_000 }))?.shareLink).toBeNull()
  })

  test('returns null in a plain tab', async () => {
    const { load } = host(async () => {
      throw new Error('Initialization Failed. No Parent window found.')
    })
    expect(await connectTeams({ load, origins, timeoutMs: 5_000 })).toBeNull()
  })

  test('returns null after the timeout of 5 s in an unknown frame', async () => {
    vi.useFakeTimers()
    try {
      const { load } = host(() => new Promise(() => {}))
      const connecting = connectTeams({ load, origins, timeoutMs: 5_000 })
      await vi.advanceTimersByTimeAsync(5_000)
      expect(await connecting).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })
})
