import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

export type FreshDatabase = { url: string | undefined; name: string | undefined; drop(): Promise<void> }

/** Creates a database on a PostgreSQL server from the template; without a server, selects the embedded database. */
export async function freshDatabase({
  server = process.env['DATABASE_URL'],
  template = 'template1',
  prefix = 'partyline_test',
} = {}): Promise<FreshDatabase> {
  if (!server) return { url: undefined, name: undefined, drop: async () => {} }
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    name,
    // PostgreSQL waits some seconds for closing connections. Any that remain belong to a killed process.
    async drop() {
      await run(server, `drop database ${name}`).catch(() => run(server, `drop database ${name} with (force)`))
    },
  }
}

/** Drops the databases whose names begin with the prefix, including those in use by a process that has just been killed. */
export async function dropDatabases({ server, prefix }: { server: string; prefix: string }): Promise<void> {
  const { rows } = await run(server, 'select datname as name from pg_database where starts_with(datname, $1)', [prefix])
  for (const { name } of rows) await run(server, `drop database ${name} with (force)`)
}

async function run(server: string, statement: string, values: string[] = []) {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    return await client.query<{ name: string }>(statement, values)
  } finally {
    await client.end()
  }
}
