import { randomUUID } from 'node:crypto'
import { openDatabase } from '../src/platform/index.ts'
import type { Harness } from './harness.ts'

/** In every name and text of the twin. */
export const TWIN_WORD = 'Zwilling'

/** What differs in the twin, so that a leak of it is seen or breaks something. */
const DIFFERENT: Record<string, string> = {
  'tenants.account_sid': 'null',
  'tenants.suspended': 'true',
  'users.disabled': 'true',
  'mobile_numbers.disabled': 'true',
  'chats.archived_at': 'now()',
  'chats.relay': 'false',
  'chat_members.deleted_on': 'now()',
  'chat_members.holds_number_id': 'null',
  // Unique over all tenants.
  'provider_numbers.in_use': 'false',
  'sessions.token_hash': `decode(md5(session_id::text), 'hex')`,
}
const TEXTS = new Set(['name', 'text', 'body', 'file_name', 'error_text', 'rejected_reason', 'user_agent'])

type Pool = Awaited<ReturnType<typeof openDatabase>>['pool']

/** Another tenant whose rows have the same ids as those of the only tenant with members in chats. */
export type Twin = { rows(): Promise<Record<string, string>> }

/** Copies the tenant while the app is stopped. `rows` is for that time too. */
export async function addTwin(harness: Harness): Promise<Twin> {
  const twin = randomUUID()
  const withPool = async <Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> => {
    const { DATABASE_URL, DATA_DIR = '' } = harness.settings
    const database = await openDatabase({ DATABASE_URL, DATA_DIR, DATABASE_POOL: 1 }, () => {})
    try {
      return await work(database.pool)
    } finally {
      await database.close()
    }
  }
  await withPool(async (pool) => {
    const { rows: columns } = await pool.query<{ table: string; column: string }>(
      `select c.table_name as table, c.column_name as column from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.is_identity = 'NO'
      order by c.table_name, c.ordinal_position`,
    )
    const { rows: tenants } = await pool.query<{ id: string }>('select distinct tenant_id as id from chat_members')
    const [ours] = tenants
    if (!ours) throw new Error('No tenant has a chat.')
    // Tables are copied in any order.
    await pool.query('set session_replication_role = replica')
    for (const [table, ofTable] of Map.groupBy(columns, (column) => column.table)) {
      const names = ofTable.map(({ column }) => column)
      if (!names.includes('tenant_id')) continue
      const values = names.map((column) => {
        if (column === 'tenant_id') return `'${twin}'::uuid`
        if (TEXTS.has(column)) return `'${TWIN_WORD}'`
        return DIFFERENT[`${table}.${column}`] ?? column
      })
      await pool.query(
        `insert into ${table} (${names.join()}) select ${values.join()} from ${table} where tenant_id = '${ours.id}'`,
      )
      // Ours follow those of the twin from now on, so that whoever forgets the tenant finds the twin's first.
      await pool.query(`update ${table} set tenant_id = tenant_id where tenant_id = '${ours.id}'`)
    }
    await pool.query(`insert into opt_outs (tenant_id, provider_number_id, number, source, since)
      select '${twin}', p.number_id, m.number, 'keyword', now()
      from provider_numbers p cross join mobile_numbers m
      where p.tenant_id = '${ours.id}' and m.tenant_id = '${ours.id}' on conflict do nothing`)
  })
  return {
    rows: () =>
      withPool(async (pool) => {
        const { rows } = await pool.query<{ table: string }>(
          `select table_name as table from information_schema.columns join information_schema.tables using (table_schema, table_name)
          where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'tenant_id' order by table_name`,
        )
        const all: Record<string, string> = {}
        for (const { table } of rows) {
          const { rows: ofTable } = await pool.query<{ row: string }>(
            `select t::text as row from ${table} t where tenant_id = '${twin}' order by 1`,
          )
          all[table] = ofTable.map(({ row }) => row).join('\n')
        }
        return all
      }),
  }
}
