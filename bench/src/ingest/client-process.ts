// The process of all clients, started by world.ts on its own core.
import { answerCalls } from '../harness/child-process.ts'
import { flood } from './client/flood.ts'
import { listenToHub } from './client/hub-listener.ts'
import { paceWebhooks } from './client/paced-webhooks.ts'
import type { HubListener } from './client/hub-listener.ts'

let listeners: HubListener[] = []

const handlers = {
  flood,
  paceWebhooks,
  /** Connects this many clients to the hub, replacing those that are connected. */
  async listen({ count, ...hub }: { count: number; port: number; accessToken: string }) {
    for (const listener of listeners) listener.close()
    listeners = await Promise.all(Array.from({ length: count }, () => listenToHub(hub, () => {})))
  },
}
export type ClientFunctions = typeof handlers

answerCalls(handlers)
