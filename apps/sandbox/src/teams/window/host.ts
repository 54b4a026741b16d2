/** A call that TeamsJS posts to the window around it. */
export type HostRequest = { id: number; uuidAsString?: string; func: string; args: readonly unknown[] }

/** The Teams window's side of the app's calls. */
export type HostActions = {
  /** The flat context that TeamsJS turns into `app.Context`. */
  context(): Record<string, unknown>
  /** The single sign-on token; rejects with Teams' reason. */
  token(): Promise<string>
  /** False if it is not a link. */
  openLink(url: string): boolean
  /** Opens a window next to the app and returns its result. Rejects with Teams' reason. */
  openAuthWindow(beside: AuthWindow): Promise<string>
  shareLink(link: SharedLink): void
  /** The app has reported whether it started. */
  report(state: 'loaded' | 'ready' | 'failed', reason?: string): void
  listensTo(event: string): void
}

export type AuthWindow = { url: string; width: number; height: number }

export type SharedLink = { subPageId: string; label: string }

/** TeamsJS runtime 4, with the capabilities of a personal tab. */
const RUNTIME = { apiVersion: 4, hostVersionsInfo: {}, isLegacyTeams: false, supports: { pages: {} } }
const CLIENT_SDK_VERSION = '2.0.0'

/** Parses a postMessage; undefined if it is not a TeamsJS call. */
export function readRequest(data: unknown): HostRequest | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  if (!('id' in data) || typeof data.id !== 'number' || !('func' in data) || typeof data.func !== 'string') {
    return undefined
  }
  const args: readonly unknown[] = 'args' in data && Array.isArray(data.args) ? data.args : []
  const uuid = 'uuidAsString' in data && typeof data.uuidAsString === 'string' ? data.uuidAsString : undefined
  return { id: data.id, func: data.func, args, ...(uuid ? { uuidAsString: uuid } : {}) }
}

/** The arguments of Teams' reply; undefined for calls without a reply. */
export async function answer({ func, args }: HostRequest, actions: HostActions): Promise<unknown[] | undefined> {
  switch (func) {
    case 'initialize':
      return greeting('content')
    case 'getContext':
      return [actions.context()]
    case 'authentication.getAuthToken':
      return outcome(actions.token())
    case 'authentication.authenticate':
      return outcome(actions.openAuthWindow({ url: textOf(args[0]), width: Number(args[1]), height: Number(args[2]) }))
    case 'executeDeepLink':
      return actions.openLink(textOf(args[0])) ? [true] : [false, 'The link cannot be opened.']
    case 'shareDeepLink':
      actions.shareLink({ subPageId: textOf(args[0]), label: textOf(args[1]) })
      return undefined
    case 'registerHandler':
      actions.listensTo(textOf(args[0]))
      return undefined
    case 'appInitialization.appLoaded':
      actions.report('loaded')
      return undefined
    case 'appInitialization.success':
      actions.report('ready')
      return undefined
    case 'appInitialization.failure':
    case 'appInitialization.expectedFailure':
      actions.report('failed', textOf(args[0]))
      return undefined
    default:
      // Like Teams, ignores unknown calls.
      return undefined
  }
}

/** Teams' answer to `initialize`. */
export function greeting(frameContext: 'content' | 'authentication'): unknown[] {
  return [frameContext, 'web', JSON.stringify(RUNTIME), CLIENT_SDK_VERSION]
}

function outcome(attempt: Promise<string>): Promise<unknown[]> {
  return attempt.then(
    (result) => [true, result],
    (reason: unknown) => [false, reason instanceof Error ? reason.message : 'invalid_grant'],
  )
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
