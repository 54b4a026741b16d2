import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

export type FreshDatabase = { url: string | undefined; name: string | undefined; drop(): Promise<void> }

/** Creates a database on a PostgreSQL server from the template; without a server, selects the embedded database. */
export async function freshDatabase({
  server = process.env['DATABASE_URL'],
  template = 'template1',
} = {}): Promise<FreshDatabase> {
  if (!server) return { url: undefined, name: undefined, drop: async () => {} }
  const name = `partyline_test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    name,
    // PostgreSQL waits some seconds for closing connections. Any that remain belong to a killed process.
    drop: () => run(server, `drop database ${name}`).catch(() => run(server, `drop database ${name} with (force)`)),
  }
}

async function run(server: string, statement: string) {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
