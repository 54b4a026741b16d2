import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

export type FreshDatabase = { url: string | undefined; name: string | undefined; drop(): Promise<void> }

/** A new database on the PostgreSQL of `DATABASE_URL`, a copy of the template, or none: then the embedded one is used. */
export async function freshDatabase(template = 'template1'): Promise<FreshDatabase> {
  const server = process.env['DATABASE_URL']
  if (!server) return { url: undefined, name: undefined, drop: async () => {} }
  const name = `partyline_test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    name,
    // PostgreSQL waits some seconds for connections that are just closing. What is left then is of a killed process.
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
