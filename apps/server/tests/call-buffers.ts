import { Client } from 'pg'
import { currentRequestId } from '../src/platform/index.ts'

type Rows = { rows: Record<string, unknown>[] }
type Query = (this: Client, ...parameters: unknown[]) => Promise<Rows>
type Statement = string | { text: string }
type Explained = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }

const READS = /^\s*(\/\*.*?\*\/)?\s*(select|with)\b/i

/** A statement of a call, and the buffers of 8 kB that it reads. */
export type StatementBuffers = { text: string; buffers: number }

export type CallBuffers = {
  /** The reading statements of the requests made meanwhile, functions and prepared ones included, by an app in this process. */
  during(work: () => Promise<unknown>): Promise<StatementBuffers[]>
  /** Gives the driver back. */
  restore(): void
}

/** Explains each statement on its own connection right before it runs, in the same transaction and with its settings. */
export function createCallBuffers(): CallBuffers {
  const driver = Client.prototype as unknown as { query: Query }
  const { query } = driver
  let noted: StatementBuffers[] | null = null

  async function explained(client: Client, statement: Statement, values: unknown): Promise<StatementBuffers> {
    const text = typeof statement === 'string' ? statement : statement.text
    const explain = `explain (analyze, buffers, format json) ${text}`
    const { rows } = await query.call(client, explain, values)
    const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [Explained] })['QUERY PLAN']
    return { text, buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
  }

  driver.query = function explaining(...parameters) {
    const [statement, values] = parameters as [Statement, unknown]
    const into = noted
    const text = typeof statement === 'string' ? statement : statement.text
    // Statements of the background belong to no request.
    if (!into || currentRequestId() === null || !READS.test(text)) return query.apply(this, parameters)
    return (async () => {
      into.push(await explained(this, statement, values))
      return query.apply(this, parameters)
    })()
  }

  return {
    async during(work) {
      const own: StatementBuffers[] = []
      noted = own
      try {
        await work()
      } finally {
        noted = null
      }
      return own
    },
    restore() {
      driver.query = query
    },
  }
}

export const sumOf = (statements: readonly StatementBuffers[]): number =>
  statements.reduce((sum, { buffers }) => sum + buffers, 0)
