import type { PoolClient } from 'pg'
import type { Database } from './database.ts'
import { databaseFault } from './database-fault.ts'
import { MIGRATION_TABLES } from './migrate.ts'
import { OperatorError } from './operator-error.ts'
import { onStatementError } from './statement-errors.ts'

/** Generated columns are left out: each database computes its own. */
type Table = { name: string; columns: readonly { name: string; type: string }[] }

/** Reports how many rows of a table have been copied; the last call, after verification, has the sign for it. */
type OnProgress = (table: string, rows: number, isVerified?: true) => void

/** `foreign`: it has tables that are not ours. */
export type DatabaseContent = 'none' | 'foreign' | 'noRows' | 'rows'

const BATCH_ROWS = 1_000
const PROGRESS_ROWS = 100_000
const LOCK_TIMEOUT_MS = 30_000

/** Both databases print a value in the same way. */
const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set search_path = public; set lock_timeout = ${LOCK_TIMEOUT_MS}`
const READ_ONLY = 'isolation level repeatable read read only'

export function contentOf(database: Database): Promise<DatabaseContent> {
  return inTransaction(database, READ_ONLY, async (client) => {
    const { rows } = await client.query<{ tables: number; isOurs: boolean }>(
      `select count(*) as tables, to_regclass('public.kysely_migration') is not null as "isOurs"
       from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    )
    if (rows[0]?.tables === 0) return 'none'
    if (!rows[0]?.isOurs) return 'foreign'
    for (const { name } of await tablesOf(client)) {
      if ((await client.query(`select from ${name} limit 1`)).rows.length > 0) return 'rows'
    }
    return 'noRows'
  })
}

/** Whether both have the same schema and rows. */
export function isCopy(source: Database, target: Database): Promise<boolean> {
  return inSource(source, (from) =>
    inTransaction(target, READ_ONLY, async (to) => {
      if ((await schemaOf(from)) !== (await schemaOf(to))) return false
      for (const table of await tablesOf(from)) if (!(await areEqual(from, to, table))) return false
      return true
    }),
  )
}

/**
 * Copies all rows of an installation into a database with the same schema and no rows, in one transaction: a crash leaves
 * the target as it was. Nobody else may write to the source.
 * @throws {OperatorError} if the schemas differ, or a table is not the same afterwards
 */
export function copyDatabase(source: Database, target: Database, onProgress: OnProgress) {
  return inSource(source, (from) =>
    inTransaction(target, '', async (to) => {
      if ((await schemaOf(from)) !== (await schemaOf(to))) throw new OperatorError(OTHER_SCHEMA)
      const tables = await tablesOf(from)
      const restoreRules = await suspendRules(to)
      for (const table of tables) {
        const count = await copyTable(from, to, table, onProgress)
        if (!(await areEqual(from, to, table))) throw new OperatorError(`${table.name} ${NOT_EQUAL}`)
        onProgress(table.name, count, true)
      }
      await restoreRules()
      await copySequences(from, to)
    }),
  )
}

const OTHER_SCHEMA =
  'The tables of the two databases differ. Start the server of this version on the embedded one, stop it, and run the command again with a new, empty database.'
const NOT_EQUAL = 'differs from its original after it was copied, so nothing was moved. Run the command again.'

/** Errors in it count as those of the embedded database, wherever the caller catches them. */
function inSource<Result>(source: Database, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  return inTransaction(source, READ_ONLY, (client) => {
    onStatementError(client, (error) => {
      throw databaseFault(error, undefined) ?? error
    })
    return work(client)
  })
}

/** On one connection, which is closed after a failure: that rolls back. */
async function inTransaction<Result>(database: Database, mode: string, work: (client: PoolClient) => Promise<Result>) {
  const client = await database.pool.connect()
  let isOver = false
  try {
    await client.query(SESSION)
    await client.query(`begin ${mode}`)
    const result = await work(client)
    await client.query('commit')
    isOver = true
    return result
  } finally {
    client.release(!isOver)
  }
}

/** The tables with the installation's data. */
async function tablesOf(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select attrelid::regclass::text as name, json_agg(json_build_object(
       'name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attname collate "C") as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace and pg_class.oid::regclass::text <> all ($1)
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by attrelid order by attrelid::regclass::text collate "C"`,
    [MIGRATION_TABLES],
  )
  return rows
}

async function schemaOf(client: PoolClient): Promise<string> {
  const { rows: migrations } = await client.query('select name from kysely_migration order by name collate "C"')
  return JSON.stringify([migrations, await tablesOf(client)])
}

/**
 * Without its foreign keys and triggers, a table takes rows in any order, and rows that triggers would add. Returns what
 * brings them back, and checks the keys.
 */
async function suspendRules(client: PoolClient): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ suspend: string; restore: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
     union all
     select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
       format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and relnamespace = 'public'::regnamespace`,
  )
  for (const { suspend } of rows) await client.query(suspend)
  return async () => {
    for (const { restore } of rows) await client.query(restore)
  }
}

/** Values travel as text, which every type can be written as and read from. Memory stays flat: one batch is read ahead. */
async function copyTable(from: PoolClient, to: PoolClient, { name, columns }: Table, onProgress: OnProgress) {
  const each = (write: (column: Table['columns'][number], at: number) => string) => columns.map(write).join(', ')
  const insert = `insert into ${name} (${each((column) => column.name)}) overriding system value
    select ${each((column, at) => `c${at}::${column.type}`)}
    from unnest(${each((_, at) => `$${at + 1}::text[]`)}) as batch(${each((_, at) => `c${at}`)})`
  const read = async () =>
    (await from.query<unknown[]>({ text: `fetch ${BATCH_ROWS} from original`, rowMode: 'array' })).rows
  await from.query(
    `declare original no scroll cursor for select ${each((column) => `${column.name}::text`)} from ${name}`,
  )
  let count = 0
  for (let batch = await read(); batch.length > 0;) {
    const rows = batch
    const values = columns.map((_, at) => rows.map((row) => row[at]))
    ;[batch] = await Promise.all([read(), to.query(insert, values)])
    count += rows.length
    if (count % PROGRESS_ROWS === 0) onProgress(name, count)
  }
  await from.query('close original')
  return count
}

async function areEqual(from: PoolClient, to: PoolClient, table: Table): Promise<boolean> {
  const [original, copy] = await Promise.all([fingerprint(from, table), fingerprint(to, table)])
  return original === copy
}

/** The number of rows, and the sum of their hashes: it needs no order, and no memory. */
async function fingerprint(client: PoolClient, { name, columns }: Table): Promise<string> {
  const row = `row(${columns.map((column) => column.name).join(', ')})::text`
  const { rows } = await client.query<{ fingerprint: string }>(
    `select count(*) || ' ' || coalesce(sum(('x' || left(md5(${row}), 16))::bit(64)::bigint), 0) as fingerprint from ${name}`,
  )
  return rows[0]?.fingerprint ?? ''
}

/** Identity columns continue after the source's last value, even if its last rows are gone. */
async function copySequences(from: PoolClient, to: PoolClient) {
  const { rows } = await from.query<{ name: string }>(
    `select format('public.%I', relname) as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) {
    const state = await from.query<{ last_value: number; is_called: boolean }>(
      `select last_value, is_called from ${name}`,
    )
    await to.query('select setval($1, $2, $3)', [name, state.rows[0]?.last_value, state.rows[0]?.is_called])
  }
}
