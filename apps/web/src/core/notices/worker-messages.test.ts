import type { ChatId } from '@partyline/contract'
import { expect, it } from 'vitest'
import { chatId } from '../tests/sample-chats.ts'
import { listenToWorker } from './worker-messages.ts'
import type { WorkerMessage } from './worker-messages.ts'

function page() {
  const worker = new EventTarget()
  const opened: (ChatId | null)[] = []
  const stop = listenToWorker(worker as ServiceWorkerContainer, {
    chatInFront: () => chatId(1),
    onOpen: (id) => opened.push(id),
  })
  const hear = (data: WorkerMessage, ports: MessagePort[] = []) =>
    worker.dispatchEvent(Object.assign(new Event('message'), { data, ports }))
  return { opened, hear, stop }
}

it('opens the chat of a clicked notification until it stops', () => {
  const { opened, hear, stop } = page()
  hear({ kind: 'openChat', chatId: chatId(2) })
  // The window was brought to the front, which is enough.
  hear({ kind: 'openChat', chatId: null })
  stop()
  hear({ kind: 'openChat', chatId: chatId(3) })
  expect(opened).toEqual([chatId(2)])
})

it('answers which chat is in front', async () => {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
  })
  page().hear({ kind: 'whichChat' }, [port2])
  expect(await answer).toBe(chatId(1))
  port1.close()
})
