import type { Chat, EnvelopeCallName, Session } from '@partyline/contract'
import { routes } from '@partyline/contract'
import { createFakeCaches } from '../../core/notices/tests/fake-caches.ts'
import { sampleChat, chatId, ME, sampleMessage, MARTA } from '../../core/tests/sample-chats.ts'
import type { AppWindow, NoticeOptions, WorkerScope } from '../scope.ts'

const ORIGIN = 'https://texts.example'
export const NOW = Date.parse('2026-11-21T10:00:00Z')
export const CHAT = chatId(1)

type Sent = { name: string; body: unknown; key: string | null }
type Answer = object | number | 'unreachable' | 'never'
type Shown = { title: string; options: NoticeOptions; isClosed: boolean }

export const chatWith = (parts: Partial<Chat> = {}) =>
  sampleChat(1, [sampleMessage(1, { sentBy: MARTA, text: 'Hello' })], { unreadCount: 1, ...parts })

export const sessionOf = (id: string) =>
  ({
    user: { id, accessToken: `token of ${id}` },
    expires: '2026-12-21T10:00:00.000Z',
    renewBy: '2027-02-19T10:00:00.000Z',
  }) as Session

/** A service worker whose browser and server the test controls. */
export function createFakeScope() {
  const sent: Sent[] = []
  const shown: Shown[] = []
  const posted: { window: string; message: unknown }[] = []
  const opened: string[] = []
  const focused: string[] = []
  const deadlines: { ms: number; expire: () => void }[] = []
  const { caches, size } = createFakeCaches()
  let keys = 0
  const state = {
    session: sessionOf(ME) as object,
    /** Answers by call; several are given in turn, the last one for ever. */
    answers: {
      'chats.get': [chatWith()],
      'chats.viewChat': [204],
      'notes.view': [204],
      'chats.setState': [{}],
      'messages.send': [sampleMessage(9)],
    } as Partial<Record<EnvelopeCallName, Answer[]>>,
    windows: [] as AppWindow[],
    endpoint: 'https://fcm.googleapis.com/fcm/send/1' as string | null,
    subscribed: [] as unknown[],
    isOnline: true,
  }

  const fetch = (async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, ORIGIN)
    if (!state.isOnline) throw new TypeError('Failed to fetch')
    if (pathname === routes.config.path) return Response.json({ baseUrl: ORIGIN, apiUrl: '' })
    if (pathname === routes['auth.session'].path) return answerOf(state.session, init.signal)
    const name = callOf(init.method ?? 'GET', pathname)
    const headers = new Headers(init.headers)
    const body =
      init.body instanceof FormData ? Object.fromEntries(init.body) : init.body && JSON.parse(init.body as string)
    sent.push({ name, body, key: headers.get('Idempotency-Key') })
    const answers = state.answers[name] ?? [404]
    return answerOf((answers.length > 1 ? answers.shift() : answers[0]) ?? 404, init.signal)
  }) as typeof globalThis.fetch

  const scope: WorkerScope = {
    registration: {
      async showNotification(title, options) {
        for (const each of shown) if (options.tag && each.options.tag === options.tag) each.isClosed = true
        shown.push({ title, options, isClosed: false })
      },
      getNotifications: async ({ tag } = {}) =>
        shown
          .filter(({ options, isClosed }) => !isClosed && (tag === undefined || options.tag === tag))
          .map((each) => ({ close: () => void (each.isClosed = true) }) as Notification),
      pushManager: {
        getSubscription: async () => state.endpoint && { endpoint: state.endpoint },
        async subscribe(options: unknown) {
          state.subscribed.push(options)
          return { toJSON: () => ({ endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a' } }) }
        },
      } as unknown as PushManager,
    },
    clients: { matchAll: async () => state.windows, openWindow: async (path) => opened.push(path) },
    caches,
    fetch,
    origin: ORIGIN,
    maxActions: 3,
    asksForText: true,
    now: () => NOW,
    newId: () => `key-${(keys += 1)}`,
    deadline(ms) {
      const controller = new AbortController()
      deadlines.push({ ms, expire: () => controller.abort(new DOMException('Too late.', 'TimeoutError')) })
      return controller.signal
    },
  }

  /** A window of the app. `chat`: the one in front, as the page answers; undefined for a page that does not answer. */
  function addWindow(url: string, parts: Partial<AppWindow> & { chat?: string | null } = {}) {
    const { chat, ...more } = parts
    state.windows.push({
      url: ORIGIN + url,
      focused: false,
      visibilityState: 'hidden',
      frameType: 'top-level',
      focus: async () => focused.push(url),
      postMessage(message, transfer = []) {
        posted.push({ window: url, message })
        const [port] = transfer as MessagePort[]
        if (port && chat !== undefined) port.postMessage(chat)
      },
      ...more,
    })
  }

  return {
    scope,
    state,
    sent,
    shown,
    posted,
    opened,
    focused,
    deadlines,
    addWindow,
    keptReplies: size,
    visible: () => shown.filter(({ isClosed }) => !isClosed),
  }
}

function answerOf(answer: Answer, signal?: AbortSignal | null): Promise<Response> {
  if (answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'))
  if (answer === 'never') {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
  }
  if (answer === 204) return Promise.resolve(new Response(null, { status: 204 }))
  if (typeof answer === 'number') return Promise.resolve(Response.json({ error: 'x' }, { status: answer }))
  const isSession = Object.keys(answer).length === 0 || 'renewBy' in answer
  return Promise.resolve(Response.json(isSession ? answer : { data: answer }))
}

function callOf(method: string, pathname: string): EnvelopeCallName {
  const found = Object.entries(routes).find(
    ([, route]) =>
      route.method === method && new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
  if (!found) throw new Error(`${method} ${pathname} is not a call.`)
  return found[0] as EnvelopeCallName
}
