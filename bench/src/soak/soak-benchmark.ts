import { setTimeout } from 'node:timers/promises'
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import type { Benchmark } from '../harness/benchmark.ts'
import { startRemote } from '../harness/child-process.ts'
import type { Remote } from '../harness/child-process.ts'
import { describeMachine } from '../harness/machine.ts'
import type { SoakFunctions } from './soak-server.ts'

const SECONDS = 180
const AT_ONCE = 60
/** Waves for warming up: the heap after them is compared with the heap at the end. */
const WARM_UP_WAVES = 5
const SAMPLES = 6
/** Memory that the runtime itself may retain, in addition to the tenth that the goal allows. */
const SLACK_BYTES = 1_000_000
const MB = 1_000_000

const { WebSockets, ServerSentEvents, LongPolling } = HttpTransportType
const TRANSPORTS = [WebSockets, ServerSentEvents, LongPolling]

/** The yardstick is the hub itself at the start: connections come and go, and memory returns to where it was. */
export const soakBenchmark: Benchmark = {
  name: 'soak',
  about: 'connections come and go over every transport; memory returns to where it was',
  async run({ seconds = SECONDS, connections = [AT_ONCE] }, progress) {
    await using server = startRemote<SoakFunctions>({
      file: new URL('soak-server.ts', import.meta.url),
      nodeOptions: ['--expose-gc'],
    })
    const url = `http://127.0.0.1:${await server.call('start')}/soak`
    const atOnce = connections[0] ?? AT_ONCE
    for (let wave = 0; wave < WARM_UP_WAVES; wave += 1) await passWave(server, url, atOnce)
    const before = await heapAtRest(server)

    const rows: string[][] = [['after warming up', '0', (before / MB).toFixed(1)]]
    let total = 0
    let after = before
    const startedAt = performance.now()
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      const until = startedAt + (seconds * 1_000 * sample) / SAMPLES
      do {
        await passWave(server, url, atOnce)
        total += atOnce
      } while (performance.now() < until)
      after = await heapAtRest(server)
      rows.push([`after ${Math.round((seconds * sample) / SAMPLES)} s`, String(total), (after / MB).toFixed(1)])
      progress(`${total} connections: ${(after / MB).toFixed(1)} MB`)
    }
    return {
      machine: describeMachine(['@microsoft/signalr']),
      tables: [{ title: 'What lives in the server', head: ['', 'connections so far', 'MB'], rows }],
      goals: [
        {
          text: 'memory returns to where it was (within a tenth)',
          measured: `${(before / MB).toFixed(1)} → ${(after / MB).toFixed(1)} MB`,
          met: after <= before * 1.1 + SLACK_BYTES,
        },
      ],
    }
  },
}

/** Opens some connections over every transport, which send and receive messages, and close. */
async function passWave(server: Remote<SoakFunctions>, url: string, atOnce: number): Promise<void> {
  const visits = Array.from({ length: atOnce }, async (_, index) => {
    const connection = new HubConnectionBuilder()
      .withUrl(url, { transport: TRANSPORTS[index % TRANSPORTS.length] ?? WebSockets })
      .configureLogging(LogLevel.None)
      .build()
    const news = new Promise((resolve) => connection.on('news', resolve))
    await connection.start()
    await connection.invoke('echo', 'hello')
    return { connection, news }
  })
  const visitors = await Promise.all(visits)
  await server.call('broadcast', 'x'.repeat(600))
  await Promise.all(visitors.map(({ news }) => news))
  await Promise.all(visitors.map(({ connection }) => connection.stop()))
}

/** Resolves when no connection is left. */
async function heapAtRest(server: Remote<SoakFunctions>): Promise<number> {
  while ((await server.call('connections')) > 0) await setTimeout(50)
  return server.call('heap')
}
