import type { app, authentication, pages } from '@microsoft/teams-js'

/** The host (Teams, Outlook, or Microsoft 365) that frames the app. Its data is for display only, and proves nothing. */
export type TeamsHost = {
  theme: string
  onTheme: (listener: (theme: string) => void) => void
  /** The object ID of the host's user. */
  userId: string | null
  /** The user's login hint for Microsoft's sign-in. */
  loginHint: string | null
  /** The target of the host's link inside the app. */
  subPageId: string | null
  /** The user's single sign-on token; rejects if the host or the directory refuses it. */
  token: () => Promise<string>
  /** Opens one of our pages in a popup, on a click; resolves with its result. Rejects if it is closed early. */
  openPopup: (url: string) => Promise<string>
  /** Shows a link to a place inside the app, for others to open in their host. Null if the host has no links. */
  shareLink: ((place: SharedPlace) => void) | null
  /** Tells the host that the app is ready, so that it hides its loading indicator. */
  ready: () => void
}

export type SharedPlace = {
  subPageId: string
  label: string
  /** The link's target outside of a host. */
  webUrl: string
}

type Sdk = { app: typeof app; authentication: typeof authentication; pages: typeof pages }

type Parts = {
  load: () => Promise<Sdk>
  /** Trusted hosts in addition to Microsoft's. */
  origins: string[]
  /** In an unknown frame, the SDK would wait for a minute. */
  timeoutMs: number
}

/** Connects to the host. Null if there is none: the address was opened in a tab. */
export async function connectTeams({ load, origins, timeoutMs }: Parts): Promise<TeamsHost | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  try {
    return await Promise.race([connect(await load(), origins), timeout])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

const POPUP = { width: 600, height: 640 }

async function connect({ app, authentication, pages }: Sdk, origins: string[]): Promise<TeamsHost> {
  await app.initialize(origins)
  app.notifyAppLoaded()
  const context = await app.getContext()
  return {
    theme: context.app.theme,
    onTheme: (listener) => app.registerOnThemeChangeHandler(listener),
    userId: context.user?.id ?? null,
    loginHint: context.user?.loginHint ?? null,
    subPageId: context.page.subPageId || null,
    token: () => authentication.getAuthToken(),
    openPopup: (url) => authentication.authenticate({ url, ...POPUP }),
    shareLink: pages.isSupported()
      ? ({ subPageId, label, webUrl }) => pages.shareDeepLink({ subPageId, subPageLabel: label, subPageWebUrl: webUrl })
      : null,
    ready: () => void app.notifySuccess(),
  }
}
