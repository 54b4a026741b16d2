// The process of the contestant, started by measure-contestant.ts on its own core.
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { answerCalls } from '../harness/child-process.ts'
import type { ContestantName, StartBroadcaster } from './contestants/broadcaster.ts'
import { startBareSockets } from './contestants/bare-sockets.ts'
import { startHub } from './contestants/hub.ts'
import { startPrebuiltFrame } from './contestants/prebuilt-frame.ts'
import { startSocketIo } from './contestants/socket-io.ts'
import { startWs } from './contestants/ws.ts'
import { type FloodLoad, type Load, MESSAGES_IN_FLIGHT, type PacedLoad } from './load.ts'
import { machineTime } from './machine-time.ts'

/** Timeout for the last messages, in ms. */
const TIMEOUT_MS = 60_000

const CONTESTANTS: Readonly<Record<ContestantName, StartBroadcaster>> = {
  hub: startHub,
  'prebuilt-frame': startPrebuiltFrame,
  'bare-sockets': startBareSockets,
  ws: startWs,
  'socket.io': startSocketIo,
}

const handlers = {
  /** Returns the ports for clients, and for their acknowledgements. */
  async start(contestant: ContestantName) {
    const http = createHttpServer()
    broadcast = CONTESTANTS[contestant](http)
    const acknowledgements = createServer((socket) => {
      socket.on('data', ({ length }) => {
        received += length
        wake()
      })
    })
    return { port: await listen(http), acknowledgementPort: await listen(acknowledgements) }
  },
  /** Memory of this process after a full garbage collection, in bytes. */
  async memory() {
    for (let pass = 0; pass < 3; pass += 1) {
      globalThis.gc?.()
      await setTimeout(100)
    }
    const { rss, heapUsed, external } = process.memoryUsage()
    return { resident: rss, heap: heapUsed + external }
  },
  /** Resolves when all clients have received everything. */
  async send(load: Load) {
    const sentAt: number[] = []
    received = 0
    const cpuBefore = process.cpuUsage()
    const startedAt = machineTime()
    if (load.kind === 'flood') await flood(load, sentAt)
    else await sendOnSchedule(load, sentAt)
    const deadline = machineTime() + TIMEOUT_MS
    while (received < sentAt.length) await nextAcknowledgement(deadline)
    const { user, system } = process.cpuUsage(cpuBefore)
    return { sentAt: Float64Array.from(sentAt), elapsed: machineTime() - startedAt, cpu: (user + system) / 1_000 }
  },
}
export type ServerFunctions = typeof handlers

let broadcast: () => void = () => undefined
/** Number of messages that all clients have received. */
let received = 0
let wake: () => void = () => undefined

async function flood({ burst, seconds }: FloodLoad, sentAt: number[]): Promise<void> {
  const end = machineTime() + seconds * 1_000
  while (machineTime() < end) {
    while (sentAt.length + burst - received > MESSAGES_IN_FLIGHT) await nextAcknowledgement(end + TIMEOUT_MS)
    sendBurst(burst, sentAt)
    await setImmediate()
  }
}

async function sendOnSchedule({ burst, bursts, interval }: PacedLoad, sentAt: number[]): Promise<void> {
  const startedAt = machineTime()
  for (let index = 0; index < bursts; index += 1) {
    await setTimeout(Math.max(0, startedAt + index * interval - machineTime()))
    sendBurst(burst, sentAt)
  }
}

function sendBurst(burst: number, sentAt: number[]): void {
  for (let index = 0; index < burst; index += 1) {
    sentAt.push(machineTime())
    broadcast()
  }
}

async function nextAcknowledgement(deadline: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  wake = resolve
  const timer = globalThis.setTimeout(
    () => reject(new Error('The clients did not get everything.')),
    deadline - machineTime(),
  )
  await promise.finally(() => clearTimeout(timer))
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

answerCalls(handlers)
