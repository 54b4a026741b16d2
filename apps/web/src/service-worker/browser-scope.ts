import type { WorkerEvents, WorkerScope } from './scope.ts'

type Global = Pick<WorkerScope, 'registration' | 'clients' | 'caches'> & {
  skipWaiting: () => Promise<void>
  location: { origin: string }
  Notification: { maxActions?: number }
  NotificationEvent: { prototype: object }
  addEventListener: <Name extends keyof WorkerEvents>(name: Name, listen: (event: WorkerEvents[Name]) => void) => void
}

export const worker = globalThis as unknown as Global

/** The browser APIs that the service worker uses. */
export const browserScope: WorkerScope = {
  registration: worker.registration,
  clients: worker.clients,
  caches: worker.caches,
  fetch: (input, init) => fetch(input, init),
  origin: worker.location.origin,
  maxActions: worker.Notification.maxActions ?? 0,
  // If the system has no reply field, a click on the button has no text, and opens the chat.
  asksForText: 'reply' in worker.NotificationEvent.prototype,
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  deadline: (ms) => AbortSignal.timeout(ms),
}
