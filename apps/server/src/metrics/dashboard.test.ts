import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { createLog, systemClock } from '../platform/index.ts'
import { createMetrics } from './metrics.ts'

type Panel = { title: string; type: string; targets?: { expr: string }[] }

const documentOf = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../../../docs', name), 'utf8')
const dashboard = JSON.parse(documentOf('grafana/partyline.json')) as { panels: Panel[] }
const drawn = dashboard.panels.filter(({ type }) => type !== 'row')

/** The metrics in a query, without the suffixes of a histogram’s series. */
const namedBy = (query: string) =>
  [...query.matchAll(/\b(?:partyline|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''))

function offered(): string[] {
  const config = { METRICS_PORT: 0, METRICS_HOST: 'localhost', METRICS_TOKEN: undefined }
  const metrics = createMetrics({ config, clock: systemClock, log: createLog('silent'), version: '' })
  if (!metrics) throw new Error('There are no metrics.')
  metrics.countCalls(fastify())
  metrics.watch({
    backlog: { read: async () => Promise.reject(new Error('away')), pausedTenants: () => 0 },
    hub: () => ({ connections: {}, sent: 0, received: 0, redisUp: null }),
    pool: { totalCount: 0, idleCount: 0, waitingCount: 0 },
    storage: { isFull: () => false },
  })
  return metrics.registry.getMetricsAsArray().map(({ name }) => name)
}

test.each(drawn.map(({ title, targets = [] }) => [title, targets]))(
  'the panel “%s” uses existing metrics',
  (_, targets) => {
    expect(targets).not.toEqual([])
    for (const { expr } of targets) {
      expect(namedBy(expr)).not.toEqual([])
      expect(offered()).toEqual(expect.arrayContaining(namedBy(expr)))
    }
  },
)

const alarms = [...documentOf('grafana/partyline-alarms.yml').matchAll(/alert: (\w+)\n +expr: (.+)/g)]

test.each(alarms.map(([, name = '', expr = '']) => [name, expr]))('the alarm %s uses existing metrics', (_, expr) => {
  expect(namedBy(expr)).not.toEqual([])
  expect(offered()).toEqual(expect.arrayContaining(namedBy(expr)))
})

test('every alarm is tested above', () => {
  const rules = documentOf('grafana/partyline-alarms.yml').match(/^ +- alert:/gm)
  expect(alarms).toHaveLength(rules?.length ?? 0)
  expect(alarms.length).toBeGreaterThan(0)
})

const ours = () => offered().filter((name) => name.startsWith('partyline_'))

test('every metric of Partyline is in the dashboard', () => {
  const named = new Set(drawn.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namedBy(expr))))
  expect(ours().filter((name) => !named.has(name))).toEqual([])
})

test('the operations page documents exactly the metrics of Partyline', () => {
  const explained = [...documentOf('operations.md').matchAll(/`(partyline_\w+)`/g)].map(([, name]) => name)
  expect(new Set(explained)).toEqual(new Set(ours()))
})
