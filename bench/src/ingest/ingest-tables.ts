import { figure, figureWithRange } from '../harness/figures.ts'
import { spreadOf } from '../harness/statistics.ts'
import type { Table } from '../harness/table.ts'
import { valuesOf } from './results.ts'
import type { ContestantName, PacedResults, Results } from './results.ts'
import type { PacedResult } from './client/paced-webhooks.ts'

const TITLES: Readonly<Record<ContestantName, string>> = {
  'bare commit': 'pgbench: the rows of a message in one prepared statement (yardstick)',
  'empty call': '`GET /healthz`: an empty call',
  'bare call': 'Fastify with one route and that prepared statement',
  send: '`POST …/messages`, durable',
  'send with listener': 'the same, while a client of the hub listens',
  webhook: "Twilio's webhook, durable",
  delivery: '`POST …/messages`, and its text delivered',
}

export function ingestTables(
  flooded: readonly Results[],
  delivered: Results,
  paced: readonly PacedResults[],
): readonly Table[] {
  const titleOf = ({ atOnce }: Results) => `${atOnce} at once`
  return [
    ...flooded.map((results) => floodTable(titleOf(results), results)),
    floodTable(`${titleOf(delivered)}, while Twilio answers`, delivered),
    pacedTable(paced),
  ]
}

function floodTable(title: string, results: Results): Table {
  const middle = (contestant: ContestantName, choose: 'p50' | 'p99' | 'cpu' | 'postgresCpu') =>
    figure(spreadOf(valuesOf(results, contestant, (load) => load[choose])).median)
  return {
    title,
    head: ['', 'a second', 'p50 / p99 ms', 'CPU of the server, µs each', 'of PostgreSQL'],
    rows: [...results.rounds.keys()].map((contestant) => [
      TITLES[contestant],
      figureWithRange(spreadOf(valuesOf(results, contestant, ({ perSecond }) => perSecond))),
      `${middle(contestant, 'p50')} / ${middle(contestant, 'p99')}`,
      middle(contestant, 'cpu'),
      middle(contestant, 'postgresCpu'),
    ]),
  }
}

function pacedTable(paced: readonly PacedResults[]): Table {
  return {
    title: 'Webhooks at a pace',
    head: [
      'due a second',
      'shown a second (of all)',
      'answer: p50 / p99 ms',
      'frame of the hub: p50 / p99 ms',
      'last frame after, ms',
    ],
    rows: paced.map(({ webhooksPerSecond, rounds }) => {
      const middle = (choose: (result: PacedResult) => number) => figure(spreadOf(rounds.map(choose)).median)
      return [
        String(webhooksPerSecond),
        `${middle(({ frames }) => frames.perSecond)} (${middle(({ shown }) => shown * 100)} %)`,
        `${middle(({ answers }) => answers.p50)} / ${middle(({ answers }) => answers.p99)}`,
        `${middle(({ frames }) => frames.p50)} / ${middle(({ frames }) => frames.p99)}`,
        middle(({ lag }) => lag),
      ]
    }),
  }
}
