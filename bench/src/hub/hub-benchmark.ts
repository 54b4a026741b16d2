import type { Benchmark } from '../harness/benchmark.ts'
import { describeMachine } from '../harness/machine.ts'
import { inAlternatingOrder } from '../harness/rounds.ts'
import type { ContestantName } from './contestants/broadcaster.ts'
import { hubGoals } from './hub-goals.ts'
import { hubTables } from './hub-tables.ts'
import { type Measurement, measureContestant } from './measure-contestant.ts'
import { type LoadName, planLoads, planWarmUp } from './plan.ts'
import type { Results } from './results.ts'

export const CONTESTANTS: readonly ContestantName[] = ['bare-sockets', 'prebuilt-frame', 'hub', 'ws', 'socket.io']

export const hubBenchmark: Benchmark = {
  name: 'hub',
  about: 'one broadcast stream to thousands of WebSockets, compared with a prebuilt frame, ws, and Socket.IO',
  async run({ seconds = 2, rounds = 3, connections = [1_000, 5_000] }, progress) {
    const machine = describeMachine(['ws', 'socket.io', '@microsoft/signalr'])
    const everything: Results[] = []
    for (const count of connections) {
      const loads = planLoads(count, seconds)
      const warmUp = planWarmUp(seconds)
      everything.push({
        connections: count,
        rounds: await inAlternatingOrder(CONTESTANTS, rounds, async (contestant, round) => {
          progress(`${count} connections, round ${round + 1} of ${rounds}: ${contestant}`)
          const measurement = await measureContestant({ contestant, connections: count, loads, warmUp })
          assertComplete(contestant, count, measurement)
          return measurement
        }),
      })
    }
    return { machine, tables: everything.flatMap(hubTables), goals: everything.flatMap(hubGoals) }
  },
}

/** Rejects the result of a server that loses messages. */
function assertComplete(contestant: string, connections: number, { loads }: Measurement<LoadName>): void {
  for (const { sent, complete, witnessed } of Object.values(loads)) {
    if (complete < connections || witnessed < sent) throw new Error(`${contestant} lost messages.`)
  }
}
