// The process of all clients, started by measure-contestant.ts on its own core.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { answerCalls } from '../harness/child-process.ts'
import { connectAndCount } from './client/connect.ts'
import { createTally, type Tally } from './client/tally.ts'
import { WITNESSES } from './client/witness.ts'
import type { ContestantName } from './contestants/broadcaster.ts'

/** Maximum connections opened concurrently; more would overflow the server's backlog. */
const AT_ONCE = 100
/** How long a real client may lag behind the bare ones, in ms. */
const WITNESS_LAG = 10_000

type Target = { readonly contestant: ContestantName; readonly port: number }
type Crowd = Target & { readonly acknowledgementPort: number; readonly connections: number }

let tally: Tally | undefined
let witnessed = 0

const handlers = {
  async connectWitness({ contestant, port }: Target) {
    await WITNESSES[contestant](port, () => (witnessed += 1))
  },
  async connect({ contestant, port, acknowledgementPort, connections }: Crowd) {
    const acknowledgements = connect({ host: '127.0.0.1', port: acknowledgementPort, noDelay: true })
    await once(acknowledgements, 'connect')
    const ours = createTally(connections, (count) => acknowledgements.write(Buffer.alloc(count)))
    tally = ours
    for (let first = 0; first < connections; first += AT_ONCE) {
      const size = Math.min(AT_ONCE, connections - first)
      await Promise.all(
        Array.from({ length: size }, (_, offset) =>
          connectAndCount({ contestant, port, index: first + offset, tally: ours }),
        ),
      )
    }
  },
  /** Resets the counters. */
  begin() {
    tally?.reset()
    witnessed = 0
  },
  /** Returns what has arrived since `begin`. */
  async result(sentAt: Float64Array) {
    if (!tally) throw new Error('Nobody is connected.')
    for (let waited = 0; witnessed < sentAt.length && waited < WITNESS_LAG; waited += 10) await setTimeout(10)
    return { ...tally.result(sentAt), witnessed }
  },
}
export type ClientFunctions = typeof handlers

answerCalls(handlers)
