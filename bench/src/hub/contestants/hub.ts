import { createHubServer } from '@partyline/signalr-hub'
import { EVENT, TARGET } from '../message.ts'
import type { StartBroadcaster } from './broadcaster.ts'

/** Our hub, as used by an application. */
export const startHub: StartBroadcaster = (http) => {
  const server = createHubServer()
  const hub = server.hub('/hub', {})
  server.attach(http)
  return () => void hub.clients.all().send(TARGET, [EVENT])
}
