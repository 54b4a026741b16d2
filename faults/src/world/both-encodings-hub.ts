import { createHubServer, HubException } from '@partyline/signalr-hub'
import { messagePackProtocol } from '@partyline/signalr-hub/messagepack'
import type { HubServer } from '@partyline/signalr-hub'

export const BOTH_ENCODINGS_PATH = '/both-encodings'

/**
 * A second hub with both encodings of the hub package, because the app's own accepts only JSON. It has a method of every
 * kind.
 */
export function createBothEncodingsHub(): HubServer {
  const server = createHubServer({ protocols: [messagePackProtocol] })
  server.hub(BOTH_ENCODINGS_PATH, {
    methods: {
      Echo: (_context, value) => value,
      Fail: () => {
        throw new HubException('failed as asked')
      },
      Upload: {
        uploads: 1,
        run: async (_context, ...args) => {
          let items = 0
          for await (const _ of args.at(-1) as AsyncIterable<unknown>) items += 1
          return items
        },
      },
    },
    streams: {
      Count: async function* count() {
        yield* [1, 2, 3]
      },
    },
  })
  return server
}
