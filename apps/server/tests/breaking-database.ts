import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { currentRequestId } from '../src/platform/index.ts'

type Query = (this: Client, ...parameters: unknown[]) => Promise<{ rows: Record<string, string>[] }>

/** The database of an app in this process, whose statements fail when a test says so. */
export type BreakingDatabase = {
  /**
   * Of the next request that writes, the write with this number fails; counts from 1. `upToCommit` leaves alone what comes
   * after its first commit.
   */
  breakWrite(number: number, options?: { upToCommit: boolean }): void
  /** Nothing fails any more. Returns whether something has. */
  repair(): boolean
  /** Every row of our tables, table by table. */
  rows(): Promise<Record<string, string>>
  /** Gives the driver back. */
  restore(): void
}

/** The others of our functions write or lock. */
const READING = [
  'phone_spellings',
  'lacks_consent',
  'consent_asked_at',
  'is_on_hold',
  'contacts_kept_by',
  'stored_account',
]
const FUNCTIONS = readdirSync(new URL('../database/functions', import.meta.url))
  .map((file) => path.parse(file).name)
  .filter((name) => !READING.includes(name))
/** Statements that write or lock. */
const WRITES = new RegExp(`\\b(insert|update|delete|${FUNCTIONS.join('|')})\\b`, 'i')

export function createBreakingDatabase(): BreakingDatabase {
  const driver = Client.prototype as unknown as { query: Query }
  const { query } = driver
  const known = new Set<string>()
  let client: Client | null = null
  let running: Promise<unknown> = Promise.resolve()
  let requestId: string | null = null
  let left = Infinity
  let isUpToCommit = false

  /** Statements of background work and of earlier requests are left alone. A batch belongs to no request. */
  function isMeant(): boolean {
    const id = currentRequestId()
    if (id === null) return true
    if (requestId === null && !known.has(id)) requestId = id
    known.add(id)
    return id === requestId
  }

  const remember = (user: Client) => {
    client = user
  }

  driver.query = function breaking(...parameters) {
    remember(this)
    // Statements of the job queue come with a callback.
    const isOurs = typeof parameters.at(-1) !== 'function'
    const [statement] = parameters as [string | { text?: string }]
    const text = typeof statement === 'string' ? statement : (statement.text ?? '')
    if (left < Infinity && isOurs && WRITES.test(text) && isMeant()) {
      left -= 1
      if (left === 0) return Promise.reject(new Error('The test breaks this statement.'))
    }
    const isCommit = text === 'commit' && requestId !== null && currentRequestId() === requestId
    if (isUpToCommit && isCommit && left > 0) left = Infinity
    const result = query.apply(this, parameters)
    if (isOurs) running = result.catch(() => {})
    return result
  }

  async function ask(statement: string) {
    if (!client) throw new Error('The app has not used its database yet.')
    for (let last; last !== running;) await (last = running)
    return (await query.call(client, statement)).rows
  }
  let dump: Promise<string> | null = null
  async function makeDump() {
    const tables = await ask(
      `select table_name as "table" from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`,
    )
    return tables
      .map(
        ({ table }) =>
          `select '${table}' as "table", string_agg(t::text, E'\n' order by t::text) as rows from ${table} t`,
      )
      .join(' union all ')
  }

  return {
    breakWrite(number, { upToCommit } = { upToCommit: false }) {
      requestId = null
      isUpToCommit = upToCommit
      left = number
    },
    repair() {
      const hasBroken = left <= 0
      left = Infinity
      return hasBroken
    },
    async rows() {
      dump ??= makeDump()
      const rows = await ask(await dump)
      return Object.fromEntries(rows.map(({ table = '', rows: ofTable }) => [table, ofTable ?? '']))
    },
    restore() {
      driver.query = query
    },
  }
}
