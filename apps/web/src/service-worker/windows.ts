import type { ChatId } from '@partyline/contract'
import type { WorkerMessage } from '../core/notices/worker-messages.ts'
import { surfaceOf } from '../platform/surface.ts'
import type { AppWindow, WorkerScope } from './scope.ts'

/** How long to wait for a window in front to answer, in milliseconds. */
export const ANSWER_MS = 500

/** Whether the person is viewing this chat. Asks the windows: a browser may only know their initial address. */
export async function isInFront(scope: WorkerScope, chatId: string): Promise<boolean> {
  const windows = (await appWindows(scope)).filter(({ focused }) => focused)
  const chats = await Promise.all(windows.map((window) => chatInFront(scope, window)))
  return chats.some((each) => each === chatId)
}

/** Shows a chat in a window of the app, or in a new one. Null: the chat list. */
export async function openChat(scope: WorkerScope, chatId: ChatId | null): Promise<void> {
  const windows = await appWindows(scope)
  const window =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0]
  if (window === undefined) {
    await scope.clients.openWindow(chatId === null ? '/' : `/?chat=${chatId}`)
    return
  }
  post(window, { kind: 'openChat', chatId })
  await window.focus()
}

/** Neither Teams' frames, which have notifications of their own, nor pages of a sign-in. */
async function appWindows({ clients }: WorkerScope): Promise<AppWindow[]> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(({ url, frameType }) => {
    const { pathname } = new URL(url)
    return frameType !== 'nested' && surfaceOf(pathname) === 'browser' && !pathname.startsWith('/auth/')
  })
}

/** Null if the window does not answer. */
function chatInFront({ deadline }: WorkerScope, window: AppWindow): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<unknown>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data))
    deadline(ANSWER_MS).addEventListener('abort', () => resolve(null))
  })
  port1.start()
  post(window, { kind: 'whichChat' }, [port2])
  return answer.finally(() => port1.close())
}

const post = (window: AppWindow, message: WorkerMessage, transfer?: Transferable[]) =>
  window.postMessage(message, transfer)
