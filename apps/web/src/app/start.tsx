import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'
import {
  AuthProvider,
  createAccessTokens,
  createRenewSession,
  createSessionBroadcast,
  createSessionStore,
  createSignIn,
  createTeamsSignIn,
  personOf,
  visitHidden,
  watchRenewal,
  watchSession,
} from '../auth/index.ts'
import { askForChats } from '../chats/index.ts'
import { createApi } from '../platform/api.ts'
import { reportFailure } from '../platform/beacon.ts'
import { browserStorage } from '../platform/browser-storage.ts'
import { apiBase, loadConfig } from '../platform/config.ts'
import { layers } from '../platform/layers.ts'
import { NavigationProvider } from '../platform/navigation.tsx'
import { PlatformProvider } from '../platform/platform-context.tsx'
import type { Platform } from '../platform/platform-context.tsx'
import { createQueryClient } from '../platform/query-client.ts'
import { openSubPage } from '../platform/sub-page.ts'
import { fetchFrom, surfaceOf } from '../platform/surface.ts'
import { connectTeams } from '../platform/teams.ts'
import { createTimes } from '../platform/times.ts'
import { wait } from '../platform/wait.ts'
import { closeModals, createThemeStore, ThemeProvider } from '../ui/index.ts'
import { showConsoleBanner } from './console-banner.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { StartFailedPage } from './message-pages.tsx'
import { Shell } from './shell.tsx'

/** How long to wait for Teams, in milliseconds. */
const TEAMS_TIMEOUT_MS = 5_000

/** What is over so soon is not seen as a wait, in milliseconds. */
const UNSEEN_MS = 100

/** Puts the app together: the only place that knows every part and the browser's own. */
export async function start(root: Root): Promise<void> {
  const fetch = window.fetch.bind(window)
  const now = () => Date.now()
  const storage = browserStorage('localStorage')
  const surface = surfaceOf(location.pathname)
  const query = new URLSearchParams(location.search)
  const inTeams = surface === 'teams'
  const authFetch = fetchFrom(surface, fetch)

  layers().start()
  const theme = createThemeStore({ matchMedia: (condition) => matchMedia(condition), storage })
  if (inTeams) theme.followHost(query.get('theme') ?? 'default')

  const page = (content: ReactNode) => (
    <StrictMode>
      <ThemeProvider store={theme}>{content}</ThemeProvider>
    </StrictMode>
  )
  // The ground has its colour while the rest is on its way, where that takes as long as somebody can see.
  const ground = setTimeout(() => root.render(page(null)), UNSEEN_MS)

  const broadcast = createSessionBroadcast({ target: window, storage, now })
  const store = createSessionStore({ fetch: authFetch, now, broadcast, report: reportFailure })
  const tokens = createAccessTokens({ store, now })
  // The session is asked for while the configuration is on its way.
  const firstLook = store.refresh()

  let config
  try {
    config = await loadConfig(fetch)
  } catch {
    clearTimeout(ground)
    const again = () => void start(root)
    root.render(page(<StartFailedPage onRetry={again} />))
    return
  }
  await firstLook
  showConsoleBanner(config)
  watchSession({
    store,
    broadcast,
    document,
    window,
    isOnline: () => navigator.onLine,
    pollSeconds: config.sessionPollSeconds,
  })

  // At the top of a window nobody frames the app, whatever its address says.
  const isFramed = inTeams && window.parent !== window
  const host = isFramed
    ? await connectTeams({
        load: () => import('../platform/teams-sdk.ts'),
        origins: config.teamsOrigins,
        timeoutMs: TEAMS_TIMEOUT_MS,
      })
    : null
  const base = apiBase(config, location.origin)
  const platform: Platform = {
    api: createApi({ fetch, base, tokens }),
    config,
    apiBase: base,
    times: createTimes({ now }),
    surface,
    shareLink: host?.shareLink ?? null,
    openBeside: host?.openBeside ?? null,
  }
  const signIn = createSignIn({ fetch: authFetch, origin: location.origin })
  const teams = isFramed ? createTeamsSignIn({ host, signIn, origin: location.origin, report: reportFailure }) : null
  const auth = { store, tokens, ...signIn, teams }
  if (host) {
    theme.followHost(host.theme)
    host.onTheme((name) => theme.followHost(name))
    openSubPage(host.subPageId)
    // Teams was handed to another person since the frame was signed in.
    const known = store.current()
    if (known.status === 'authenticated' && host.userId !== null && known.session.user.id !== host.userId) {
      await teams?.silently(location.href)
      await store.refresh()
    }
  }
  const renew = createRenewSession({ ...signIn, teams, origin: location.origin, visitHidden })
  watchRenewal({ store, renew, storage, now })
  const queryClient = createQueryClient()
  let person = personOf(store.current())
  store.subscribe(() => {
    const next = personOf(store.current())
    // What one person was shown is not for the next one.
    if (next !== person) {
      queryClient.clear()
      closeModals()
    }
    person = next
  })
  if (person !== null) {
    // Drawn together with its screen, the list is there sooner than behind a screen without it.
    await Promise.race([askForChats(queryClient, platform.api), wait(UNSEEN_MS)])
  }
  clearTimeout(ground)
  root.render(
    page(
      <PlatformProvider platform={platform}>
        <AuthProvider auth={auth}>
          <QueryClientProvider client={queryClient}>
            <ErrorBoundary>
              <NavigationProvider>
                <Shell />
              </NavigationProvider>
            </ErrorBoundary>
          </QueryClientProvider>
        </AuthProvider>
      </PlatformProvider>,
    ),
  )

  host?.ready()
}
