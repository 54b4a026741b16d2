import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createSandbox } from '@partyline/sandbox'
import { freePort, signIn } from '@partyline/driver'
import { openDatabase } from '@partyline/server'
import { fillTenant } from './bench/src/web/seed.ts'
import { testEnvironment } from './apps/server/tests/harness.ts'
const chats = Number(process.argv[2]); const per = Number(process.argv[3]); const dir = process.argv[4]!
mkdirSync(dir, { recursive: true })
const port = await freePort()
const url = `http://localhost:${port}`
const sandbox = await createSandbox({ port: 0, appUrl: url })
const env = { ...testEnvironment({ port, dataDir: dir, databaseUrl: undefined }), }
const started = async () => {
  const t = Date.now()
  const child = spawn(process.execPath, ['apps/server/tests/app-process.ts'], { env: { ...process.env, ...env, SANDBOX_URL: sandbox.url }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await new Promise((r) => child.once('message', r))
  return { child, ms: Date.now() - t }
}
const rss = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
const stop = async (child: any) => { const gone = new Promise((r) => child.once('exit', r)); child.kill('SIGTERM'); await gone }
let app = await started()
console.log('empty start ms', app.ms, 'rss MB', rss(app.child.pid!).toFixed(0))
const person = sandbox.world.directories[0]!.people[0]!
let me = await (await signIn(url, person.login)).get('users.me')
await stop(app.child)
const db = await openDatabase({ DATA_DIR: dir, DATABASE_POOL: 1 }, console.error)
const t = Date.now()
await fillTenant(db.pool, { chats, messagesAChat: per, messagesInLongChat: 1000, tenantId: me.tenantId, viewerId: me.id } as any)
console.log('filled in s', (Date.now() - t) / 1000)
console.log((await db.pool.query(`select pg_database_size(current_database())/1e6 as mb, (select count(*) from messages) as n`)).rows)
await db.close()
app = await started()
const pid = app.child.pid!
console.log('start ms', app.ms, 'rss MB', rss(pid).toFixed(0))
const client = await signIn(url, person.login)
const time = async (name: string, work: () => Promise<unknown>, n = 9) => {
  const all: number[] = []
  for (let i = 0; i < n; i++) { const s = performance.now(); await work(); all.push(performance.now() - s) }
  console.log(name, 'first', all[0]!.toFixed(0), 'median', all.toSorted((a, b) => a - b)[n >> 1]!.toFixed(1), 'max', Math.max(...all).toFixed(0))
}
const list = () => client.get('chats.search', { body: {} })
await time('list', list)
const [chat] = (await list()) as any[]
console.log(Object.keys(chat ?? {}).length ? 'ok' : JSON.stringify(chat))
await time('open chat', () => client.get('chats.get', { params: { chatId: chat.id } }))
await time('unread', () => client.get('chats.unreadTotal'))
const search = (term: string) => () => client.get('messages.search', { body: { term } } as any)
for (const term of ['thanks', 'zebrafish', 'appointment', 'about the appointment', 'nothingatall']) await time(`search ${term}`, search(term), 3)
const send = () => { const form = new FormData(); form.set('Message', 'Hello ' + Math.random()); return client.get('messages.send', { params: { chatId: chat.id }, form } as any) }
await time('send', send)
console.log('rss MB', rss(pid).toFixed(0))
for (const term of ['zebrafish', 'thanks', 'appointment']) {
  const waits: number[] = []
  let done = false
  const s = performance.now()
  const searching = search(term)().then(() => { done = true })
  while (!done) { const a = performance.now(); await client.get('chats.unreadTotal'); waits.push(performance.now() - a) }
  await searching
  console.log(`during search ${term} (${(performance.now() - s).toFixed(0)} ms): others wait at most`, Math.max(...waits).toFixed(0), 'ms')
}
// 8 concurrent readers
const s = performance.now(); let count = 0
await Promise.all(Array.from({ length: 8 }, async () => { while (performance.now() - s < 5000) { await list(); count++ } }))
console.log('list/s at 8', (count / 5).toFixed(0), 'rss MB', rss(pid).toFixed(0))
await stop(app.child)
await sandbox.close()
