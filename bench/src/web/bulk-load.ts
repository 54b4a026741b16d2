import type { Pool, PoolClient } from 'pg'

const INDEXES_AT_ONCE = 3

/**
 * Fills tables without their secondary indexes and foreign keys. Creating them again afterwards, the indexes side by side as
 * far as the pool has connections besides `client`, checks all rows.
 */
export async function withoutIndexes(
  pool: Pool,
  client: PoolClient,
  tables: readonly string[],
  fill: () => Promise<void>,
) {
  const indexes = await dropped(
    client,
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
     from pg_index where not indisprimary and indrelid = any($1::regclass[])`,
    tables,
  )
  const keys = await dropped(
    client,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    tables,
  )
  await fill()
  const others = Math.min(INDEXES_AT_ONCE, pool.options.max) - 1
  const clients = [client, ...(await Promise.all(Array.from({ length: others }, () => pool.connect())))]
  try {
    const waiting = [...indexes]
    const createSome = async (one: PoolClient) => {
      for (let index = waiting.shift(); index; index = waiting.shift()) await one.query(index)
    }
    await Promise.all(clients.map(createSome))
  } finally {
    for (const other of clients.slice(1)) other.release()
  }
  for (const key of keys) await client.query(key)
}

/** Drops what a query finds, and returns the statements that create it again. */
async function dropped(client: PoolClient, found: string, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(found, [tables])
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ create }) => create)
}

const WORDS_OF = {
  search_words: `string_to_array(left(tenant_id::text, 8) || replace(content, ' ', ' ' || left(tenant_id::text, 8)), ' ')`,
  search_numbers: `'{}'::text[]`,
}
/** Messages whose words are computed again to check them. */
const CHECKED = 1_000

/** Adds a tenant's messages with cheaper functions of their words, which are right for lowercase letters and spaces. */
export async function withPlainWords(client: PoolClient, tenantId: string, add: () => Promise<void>) {
  const { rows: functions } = await client.query<{ name: keyof typeof WORDS_OF; definition: string }>(
    `select proname as name, pg_get_functiondef(oid) as definition from pg_proc where proname = any($1)`,
    [Object.keys(WORDS_OF)],
  )
  for (const { name } of functions) {
    await client.query(`create or replace function ${name}(tenant_id uuid, content text) returns text[]
      language sql immutable parallel safe as $$ select ${WORDS_OF[name]} $$`)
  }
  await add()
  for (const { definition } of functions) await client.query(definition)
  const { rows } = await client.query<{ text: string }>(
    `select text from (select * from messages where tenant_id = $1 order by message_id desc limit ${CHECKED}) m
     where words <> array_to_tsvector(search_words(tenant_id, text) || search_numbers(tenant_id, text)) limit 1`,
    [tenantId],
  )
  if (rows[0]) throw new Error(`The words of "${rows[0].text}" are wrong.`)
}
