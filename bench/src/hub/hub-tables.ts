import { figure, figureWithRange } from '../harness/figures.ts'
import { compare, spreadOf } from '../harness/statistics.ts'
import type { Table } from '../harness/table.ts'
import type { ContestantName } from './contestants/broadcaster.ts'
import type { LoadResult } from './measure-contestant.ts'
import { BURST, type LoadName } from './plan.ts'
import { type Results, valuesOf } from './results.ts'

const TITLES: Readonly<Record<ContestantName, string>> = {
  'prebuilt-frame': 'one prebuilt frame, `socket.write` to all (yardstick)',
  'bare-sockets': 'the same, on sockets without WebSocket server',
  hub: 'our hub',
  ws: '`ws.send(buffer)`',
  'socket.io': 'Socket.IO `io.emit`',
}

/** Tables of rates, times, and memory for one number of connections. */
export function hubTables(results: Results): readonly Table[] {
  const where = `${results.connections.toLocaleString('en')} connections`
  return [
    loadTable(results, { title: `${where}, message by message`, flood: 'single', paced: 'pacedSingle' }),
    loadTable(results, { title: `${where}, ${BURST} messages at once`, flood: 'burst', paced: 'pacedBurst' }),
    memoryTable(results, where),
  ]
}

type LoadTable = { readonly title: string; readonly flood: LoadName; readonly paced: LoadName }

function loadTable(results: Results, { title, flood, paced }: LoadTable): Table {
  const yardstick = valuesOf(results, 'prebuilt-frame', ({ loads }) => loads[flood].deliveriesPerSecond)
  return {
    title,
    head: [
      'server',
      'deliveries/s',
      '× yardstick',
      'CPU µs',
      'messages a frame',
      'p50 / p99 ms',
      'at 20k/s: p50 / p99 ms',
    ],
    rows: contestantsOf(results).map((contestant) => {
      const rates = valuesOf(results, contestant, ({ loads }) => loads[flood].deliveriesPerSecond)
      const middle = (choose: (load: LoadResult) => number, load: LoadName): string =>
        figure(spreadOf(valuesOf(results, contestant, ({ loads }) => choose(loads[load]))).median)
      return [
        TITLES[contestant],
        figureWithRange(spreadOf(rates)),
        figure(spreadOf(compare(rates, yardstick, (left, right) => left / right)).median),
        middle(({ cpuPerDelivery }) => cpuPerDelivery, flood),
        middle(({ messagesPerFrame }) => messagesPerFrame, flood),
        `${middle(({ p50 }) => p50, flood)} / ${middle(({ p99 }) => p99, flood)}`,
        `${middle(({ p50 }) => p50, paced)} / ${middle(({ p99 }) => p99, paced)}`,
      ]
    }),
  }
}

function memoryTable(results: Results, where: string): Table {
  return {
    title: `${where}, memory a connection`,
    head: ['server', 'resident kB', 'of it in the heap, kB'],
    rows: contestantsOf(results).map((contestant) => [
      TITLES[contestant],
      figureWithRange(spreadOf(valuesOf(results, contestant, ({ memory }) => memory.resident / 1_000))),
      figureWithRange(spreadOf(valuesOf(results, contestant, ({ memory }) => memory.heap / 1_000))),
    ]),
  }
}

function contestantsOf({ rounds }: Results): readonly ContestantName[] {
  return [...rounds.keys()]
}
