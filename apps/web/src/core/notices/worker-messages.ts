import type { ChatId } from '@partyline/contract'

/** A message from the service worker to a window of the app. */
export type WorkerMessage =
  /** Open this chat: a notification was clicked. */
  | { kind: 'openChat'; chatId: ChatId | null }
  /** Answer on the port with the ID of the chat in front of the person, or null. */
  | { kind: 'whichChat' }

export type WorkerListeners = {
  chatInFront: () => ChatId | null
  onOpen: (chatId: ChatId) => void
}

/** Answers the service worker. Returns how to stop. */
export function listenToWorker(
  worker: Pick<ServiceWorkerContainer, 'addEventListener' | 'removeEventListener'>,
  { chatInFront, onOpen }: WorkerListeners,
): () => void {
  const hear = ({ data, ports }: MessageEvent) => {
    const message = data as WorkerMessage
    if (message.kind === 'whichChat') ports[0]?.postMessage(chatInFront())
    else if (message.chatId !== null) onOpen(message.chatId)
  }
  worker.addEventListener('message', hear)
  return () => worker.removeEventListener('message', hear)
}
