import { pinnedTo } from '../harness/cores.ts'
import { startRemote } from '../harness/child-process.ts'
import type { ClientFunctions } from './client-process.ts'
import type { ContestantName } from './contestants/broadcaster.ts'
import type { Load } from './load.ts'
import type { ServerFunctions } from './server-process.ts'

const SERVER_CORE = 0
const CLIENT_CORE = 1

/** The result of one load. Times in ms. */
export type LoadResult = {
  readonly sent: number
  /** Connections that received exactly what was sent. */
  readonly complete: number
  /** Messages that the real client verified. */
  readonly witnessed: number
  readonly messagesPerFrame: number
  readonly deliveriesPerSecond: number
  /** Processor time of the server for one delivery, in µs. */
  readonly cpuPerDelivery: number
  readonly p50: number
  readonly p99: number
}

/** Memory of the server for one connection, in bytes. */
type ConnectionMemory = { readonly resident: number; readonly heap: number }

export type Measurement<Name extends string> = {
  readonly memory: ConnectionMemory
  readonly recordLength: number
  readonly loads: Readonly<Record<Name, LoadResult>>
}

type Options<Name extends string> = {
  readonly contestant: ContestantName
  readonly connections: number
  /** Loads, in order. */
  readonly loads: Readonly<Record<Name, Load>>
  /** Loads for warming up, which are not measured. */
  readonly warmUp: readonly Load[]
}

const ONE_MESSAGE: Load = { kind: 'paced', burst: 1, bursts: 1, interval: 0 }

/** Starts a new server and its clients, each on its own core, and measures the loads in sequence. */
export async function measureContestant<Name extends string>(options: Options<Name>): Promise<Measurement<Name>> {
  const { contestant, connections, loads, warmUp } = options
  await using server = startRemote<ServerFunctions>({
    file: new URL('server-process.ts', import.meta.url),
    prefix: pinnedTo(SERVER_CORE),
    nodeOptions: ['--expose-gc'],
  })
  await using client = startRemote<ClientFunctions>({
    file: new URL('client-process.ts', import.meta.url),
    prefix: pinnedTo(CLIENT_CORE),
  })

  const ports = await server.call('start', contestant)
  await client.call('connectWitness', { contestant, port: ports.port })
  const before = await server.call('memory')
  await client.call('connect', { contestant, connections, ...ports })
  const after = await server.call('memory')

  async function send(load: Load) {
    await client.call('begin')
    const { sentAt, elapsed, cpu } = await server.call('send', load)
    const { frames, ...seen } = await client.call('result', sentAt)
    const deliveries = sentAt.length * connections
    return {
      ...seen,
      sent: sentAt.length,
      messagesPerFrame: deliveries / frames,
      deliveriesPerSecond: (deliveries / elapsed) * 1_000,
      cpuPerDelivery: (cpu * 1_000) / deliveries,
    }
  }

  const { recordLength } = await send(ONE_MESSAGE)
  for (const load of warmUp) await send(load)
  const results: [string, LoadResult][] = []
  for (const [name, load] of Object.entries<Load>(loads)) results.push([name, await send(load)])
  return {
    memory: {
      resident: (after.resident - before.resident) / connections,
      heap: (after.heap - before.heap) / connections,
    },
    recordLength,
    loads: Object.fromEntries(results) as Record<Name, LoadResult>,
  }
}
