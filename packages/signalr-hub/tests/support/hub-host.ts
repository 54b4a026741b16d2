import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHubServer, type HubServer, type HubServerOptions } from '../../src/index.ts'
import type { ManualClock } from './manual-clock.ts'

/** A hub server on a plain HTTP server, on a free port of the loopback address. */
export type HubHost = AsyncDisposable & {
  readonly server: HubServer
  readonly http: Server
  readonly port: number
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
}

/** With a manual clock, ending the host moves it, so that nothing is waited for. */
export type HubHostOptions = HubServerOptions & { readonly clock?: ManualClock }

/** @param configure opens the hubs */
export async function startHost(
  configure: (server: HubServer) => void,
  options: HubHostOptions = {},
): Promise<HubHost> {
  const server = createHubServer({ closeTimeout: 1_000, ...options })
  configure(server)
  const http = createServer()
  server.attach(http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo

  return {
    server,
    http,
    port,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      const closed = server.close()
      options.clock?.advance(10_000)
      await closed
      http.closeAllConnections()
      http.close()
    },
  }
}
