import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPostgresCluster, hasPostgres } from './postgres-cluster.ts'

async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

test.runIf(hasPostgres)(
  'a cluster that is killed keeps what was committed, and leaves nothing when it is closed',
  async () => {
    const cluster = await createPostgresCluster()
    onTestFinished(() => cluster.close())
    await query(cluster.url, 'create table kept as select 7 as value')
    await cluster.kill()
    await expect(query(cluster.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    await cluster.start()
    expect(await query(cluster.url, 'select value from kept')).toEqual([{ value: 7 }])
    await cluster.close()
    expect(existsSync(cluster.folder)).toBe(false)
  },
)

/** Starts a cluster, prints its folder, and runs until it is killed. */
const OWNER = `
  const { createPostgresCluster } = await import(${JSON.stringify(path.join(import.meta.dirname, 'postgres-cluster.ts'))})
  const { url, folder } = await createPostgresCluster({ durable: false })
  console.log(JSON.stringify({ url, folder }))
`

test.runIf(hasPostgres)('a cluster stops with the process that started it, even if that is killed', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', OWNER], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void owner.kill('SIGKILL'))
  const [line] = (await once(owner.stdout, 'data')) as [Buffer]
  const { url, folder } = JSON.parse(String(line)) as { url: string; folder: string }
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  owner.kill('SIGKILL')
  await vi.waitUntil(() => !existsSync(folder), { timeout: 30_000 })
  await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})
