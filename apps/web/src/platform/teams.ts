import type { app, authentication, pages } from '@microsoft/teams-js'

/** The window of Teams (or Outlook, or Microsoft 365) that frames the app. What it says is for show only. */
export type TeamsHost = {
  theme: string
  onTheme: (listener: (theme: string) => void) => void
  /** The object id of the person who uses the host. */
  userId: string | null
  /** By what Microsoft knows that person at a sign-in. */
  loginHint: string | null
  /** The place inside the app that a link of the host leads to. */
  subPageId: string | null
  /** The person's single sign-on token; rejects where the host or the directory refuses it. */
  token: () => Promise<string>
  /** Opens a window of ours beside the host, on a click; what it ends with. Rejects where it is closed before. */
  openBeside: (url: string) => Promise<string>
  /** Shows a link to a place inside the app, for others to open in their host. Null where the host knows no links. */
  shareLink: ((place: SharedPlace) => void) | null
  /** Tells the host that the app can be used; it then takes its loading picture away. */
  ready: () => void
}

export type SharedPlace = {
  subPageId: string
  label: string
  /** Where the link leads outside of a host. */
  webUrl: string
}

type Sdk = { app: typeof app; authentication: typeof authentication; pages: typeof pages }

type Parts = {
  load: () => Promise<Sdk>
  /** Hosts that are trusted beside Microsoft's own. */
  origins: string[]
  /** In an unknown frame the SDK would wait for a minute. */
  timeoutMs: number
}

/** Meets the host. Null when there is none: the address was opened in a plain tab. */
export async function connectTeams({ load, origins, timeoutMs }: Parts): Promise<TeamsHost | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  try {
    return await Promise.race([meet(await load(), origins), timeout])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

const BESIDE = { width: 600, height: 640 }

async function meet({ app, authentication, pages }: Sdk, origins: string[]): Promise<TeamsHost> {
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
    openBeside: (url) => authentication.authenticate({ url, ...BESIDE }),
    shareLink: pages.isSupported()
      ? ({ subPageId, label, webUrl }) => pages.shareDeepLink({ subPageId, subPageLabel: label, subPageWebUrl: webUrl })
      : null,
    ready: () => void app.notifySuccess(),
  }
}
