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
  loadInHiddenFrame,
  watchRenewal,
  watchSession,
} from '../auth/index.ts'
import { listSettingsOf, loadOpenedChat } from '../chats/index.ts'
import { prefetchChatList } from '../core/chats/chat-queries.ts'
import { listQueryOf } from '../core/chats/list-view.ts'
import { twilioNumbersQuery } from '../numbers/index.ts'
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
import { closeModals, createThemeStore, loadFluentTheme, showColorScheme, ThemeProvider } from '../ui/index.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { StartFailedPage } from './message-pages.tsx'
import { Shell } from './shell.tsx'
import type { PublicConfig } from '@partyline/contract'

/** How long to wait for Teams, in milliseconds. */
const TEAMS_TIMEOUT_MS = 5_000

/** Delays below this go unnoticed. Milliseconds. */
const UNNOTICED_MS = 100

/** Composes the app from its parts and the browser's. */
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
  // Until the first screen is drawn, the page shows the frame of index.html.
  showColorScheme(theme.current().name)
  const themeLoaded = loadFluentTheme(theme.current().name)

  const broadcast = createSessionBroadcast({ target: window, storage, now })
  const store = createSessionStore({ fetch: authFetch, now, broadcast, report: reportFailure })
  const tokens = createAccessTokens({ store, now })
  // Session and configuration load in parallel.
  const firstRefresh = store.refresh()

  let config
  try {
    config = await loadConfig(fetch)
  } catch {
    root.render(page(<StartFailedPage onRetry={() => void start(root)} />))
    return
  }
  await firstRefresh
  showConsoleBanner(config)
  watchSession({
    store,
    broadcast,
    document,
    window,
    isOnline: () => navigator.onLine,
    pollSeconds: config.sessionPollSeconds,
  })

  // The topmost window is not framed, even if the address says so.
  const isFramed = inTeams && window.parent !== window
  const host = isFramed
    ? await connectTeams({
        load: () => import('../platform/teams-sdk.ts'),
        origins: config.teamsOrigins,
        timeoutMs: TEAMS_TIMEOUT_MS,
      })
    : null
  const base = apiBase(config, location.origin)
  const loadRoutes = async () => (await import('../platform/all-routes.ts')).routes
  const platform: Platform = {
    api: createApi({ fetch, base, tokens, loadRoutes }),
    config,
    apiBase: base,
    times: createTimes({ now }),
    surface,
    shareLink: host?.shareLink ?? null,
    openPopup: host?.openPopup ?? null,
  }
  const signIn = createSignIn({ fetch: authFetch, origin: location.origin })
  const teams = isFramed ? createTeamsSignIn({ host, signIn, origin: location.origin, report: reportFailure }) : null
  const auth = { store, tokens, ...signIn, teams }
  if (host) {
    theme.followHost(host.theme)
    host.onTheme((name) => theme.followHost(name))
    openSubPage(host.subPageId)
    // Someone else uses Teams since the frame was signed in.
    const current = store.current()
    if (current.status === 'authenticated' && host.userId !== null && current.session.user.id !== host.userId) {
      await teams?.silently(location.href)
      await store.refresh()
    }
  }
  const renew = createRenewSession({ ...signIn, teams, origin: location.origin, loadInHiddenFrame })
  watchRenewal({ store, renew, storage, now })
  const queryClient = createQueryClient()
  let person = personOf(store.current())
  store.subscribe(() => {
    const next = personOf(store.current())
    // One person's data is not for the next one.
    if (next !== person) {
      queryClient.clear()
      closeModals()
    }
    person = next
  })
  const session = store.current()
  if (session.status === 'authenticated') {
    if (query.has('chat')) void loadOpenedChat()
    // Rendered together with its screen, the list appears sooner than after a screen without it.
    const { view } = listSettingsOf(session.session.user.id).current()
    const list = prefetchChatList(queryClient, platform.api, listQueryOf(view, platform.times.endOfToday()))
    const lines = queryClient.prefetchQuery(twilioNumbersQuery(platform.api))
    await Promise.race([Promise.all([list, lines]), wait(UNNOTICED_MS)])
  }
  await themeLoaded
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

/** Logs name and version to the console, outside production. */
function showConsoleBanner({ appName, version, environment }: PublicConfig): void {
  if (environment === 'production') return
  // oxlint-disable-next-line no-console -- the banner is for the console
  console.info(`${appName} ${version} (${environment})`)
}
