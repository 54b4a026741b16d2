import { Client } from 'pg'
import { startCuttableProxy } from './cuttable-proxy.ts'
import { createMessageReader, stringsOf } from './postgres-messages.ts'

/** The statements that a connection sent before it had an answer to any of them. */
type RoundTrip = string[]

export type RoundTrips = {
  /** The address of the same database by way of the proxy. The embedded database has none: it is not counted. */
  through: (databaseUrl: string | undefined) => string | undefined
  /** Returns the statements of each round trip since the last call. */
  take(): string[]
  /** How many there were since the last {@link RoundTrips.take}. */
  count(): number
  /** How many answers PostgreSQL owes. */
  underWay(): number
  close(): Promise<void>
}

const PROTOCOL_3 = 196_608

/** Counts the round trips to the PostgreSQL server of `DATABASE_URL` on the wire, between it and the apps that take this way. */
export async function countRoundTrips(): Promise<RoundTrips> {
  const roundTrips: RoundTrip[] = []
  let underWay = 0

  /** To connect counts for nothing: a pool does it when it grows, and not for the work at hand. */
  function watchConnection() {
    const prepared = new Map<string, string>()
    let latest: RoundTrip = []
    let isAnswered = true
    /** Whether the client had an answer when it began to send the message. */
    let isAfterAnswer = true

    function send(text: string) {
      if (isAfterAnswer) {
        isAnswered = false
        latest = []
        roundTrips.push(latest)
      }
      latest.push(text)
    }

    const ofClient = createMessageReader('client', (type, body) => {
      const [first = '', second = ''] = stringsOf(body)
      if (type === '' && body.readInt32BE() !== PROTOCOL_3) throw new Error('Count round trips without TLS.')
      if (type === 'P') prepared.set(first, second)
      if (type === 'Q') send(first)
      if (type === 'B') send(prepared.get(second) ?? '')
      if (['', 'Q', 'S'].includes(type)) underWay += 1
      isAfterAnswer = isAnswered
    })
    const ofServer = createMessageReader('server', (type) => {
      // Ready for the next query.
      if (type !== 'Z') return
      isAnswered = true
      underWay -= 1
    })
    return {
      fromClient(chunk: Buffer) {
        if (!ofClient.isAmidMessage()) isAfterAnswer = isAnswered
        ofClient.read(chunk)
      },
      fromServer: (chunk: Buffer) => ofServer.read(chunk),
    }
  }

  const { host, port } = new Client(process.env['DATABASE_URL'])
  const proxy = await startCuttableProxy(
    host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port,
    host,
    watchConnection,
  )
  return {
    through(databaseUrl) {
      if (!databaseUrl) return undefined
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${proxy.port}`
      url.searchParams.delete('host')
      return url.href
    },
    take: () => roundTrips.splice(0).map((statements) => statements.join('; ')),
    count: () => roundTrips.length,
    underWay: () => underWay,
    close: () => proxy.close(),
  }
}
