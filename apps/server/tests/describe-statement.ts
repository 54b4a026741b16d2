import { sql } from 'kysely'
import { Client } from 'pg'
import type { Connection, Pool, Submittable } from 'pg'
import type { Database } from '../src/platform/index.ts'

/** Columns of a result, in order: the name and the type's, an array's with `[]`. */
export type DescribedColumn = { name: string; type: string }

/** Lets PostgreSQL describe a statement without running it. @throws {DatabaseError} for an unknown table, column or type */
export async function describeStatement({ pool, queries }: Database, text: string): Promise<DescribedColumn[]> {
  const fields = await parseOnly(pool, text)
  const ids = fields.map(({ dataTypeID }) => dataTypeID)
  const { rows } = await sql<{ id: number; name: string }>`
    select t.oid as id, case when e.oid is null then t.typname else e.typname || '[]' end as name
    from pg_type t left join pg_type e on e.typarray = t.oid where t.oid = any(${ids})`.execute(queries)
  const types = new Map(rows.map(({ id, name }) => [id, name]))
  return fields.map(({ name, dataTypeID }) => ({ name, type: types.get(dataTypeID) ?? '' }))
}

type Field = { name: string; dataTypeID: number }

/** The messages Parse, Describe and Sync of PostgreSQL's protocol. */
async function parseOnly(pool: Pool, text: string): Promise<Field[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Field[]>()
  let fields: Field[] = []
  const statement = {
    submit(connection: Connection) {
      connection.parse({ name: '', text, types: [] }, true)
      connection.describe({ type: 'S', name: '' }, true)
      connection.sync()
    },
    handleRowDescription(message: { fields: Field[] }) {
      fields = message.fields
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(fields),
  }
  // A statement of our own cannot share a pipelined connection.
  const client = new Client({ ...pool.options, pipeline: false })
  await client.connect()
  try {
    client.query(statement as Submittable)
    return await promise
  } finally {
    await client.end()
  }
}
