import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { NumberId } from '@partyline/contract'
import { freePort, freshDatabase, signIn } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import { appSettings } from '../harness/app-settings.ts'
import { startRemote } from '../harness/child-process.ts'
import type { Remote } from '../harness/child-process.ts'
import { startTwilioEndpoint } from '../harness/twilio-endpoint.ts'
import type { TwilioEndpoint } from '../harness/twilio-endpoint.ts'
import type { ServerFunctions } from './server-process.ts'

const BUSY = 'dana@lakeside.example'
/** Lines of the busy tenant, of the sandbox's four; the neighbor has the next one. */
const BUSY_NUMBERS = 3

/** A tenant with three lines and a long queue, and a neighbor who sends a text now and then. */
export type BacklogWorld = AsyncDisposable & {
  readonly server: Remote<ServerFunctions>
  readonly twilio: TwilioEndpoint
  /** Queues this many texts of the busy tenant. */
  fillQueue(size: { texts: number; chats: number }): Promise<void>
  /** Sends a text of the neighbor to each of their phones in turn. Resolves with the call. */
  neighborSends(text: string): Promise<void>
}

export async function createBacklogWorld(): Promise<BacklogWorld> {
  const stack = new AsyncDisposableStack()
  const database = await freshDatabase()
  const databaseUrl = database.url
  if (!databaseUrl) throw new Error('Set DATABASE_URL: the queue is filled by psql on a PostgreSQL server.')
  stack.defer(() => database.drop())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const sandbox = await createSandbox({ port: 0, appUrl: url })
  stack.defer(() => sandbox.close())
  const twilio = stack.use(await startTwilioEndpoint())
  const file = new URL('server-process.ts', import.meta.url)
  const server = stack.use(startRemote<ServerFunctions>({ file, nodeOptions: ['--expose-gc'] }))
  const env = appSettings({ port, dataDir, databaseUrl })
  await server.call('start', { env, sandboxUrl: sandbox.url, twilioUrl: twilio.url })

  const { accountSid, authToken } = sandbox.world.twilio
  const useNumbers = async (admin: Client, from: number, to: number) => {
    const tenant = await admin.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
    for (const { id: numberId } of tenant.twilioNumbers.slice(from, to)) {
      await admin.get('settings.updateTwilioNumber', { params: { numberId }, body: { useNumber: true } })
    }
    const [first] = await admin.get('numbers.twilio')
    if (!first) throw new Error('The sandbox has too few numbers.')
    return first
  }
  const { number } = await useNumbers(await signIn(url, BUSY), 0, BUSY_NUMBERS)
  const neighbor = await signIn(url, sandbox.world.directories[1]?.people[0]?.login ?? '')
  const { id: numberId } = await useNumbers(neighbor, BUSY_NUMBERS, BUSY_NUMBERS + 1)
  const chatIds = await openChats(neighbor, numberId)

  let sent = 0
  return {
    server,
    twilio,
    async fillQueue({ texts, chats }) {
      const variables = { ON_ERROR_STOP: 1, number, texts, chats }
      const set = Object.entries(variables).flatMap(([name, value]) => ['-v', `${name}=${value}`])
      await promisify(execFile)('psql', [
        '-q',
        ...set,
        '-f',
        path.join(import.meta.dirname, 'fill-queue.sql'),
        databaseUrl,
      ])
    },
    async neighborSends(text) {
      const form = new FormData()
      form.set('Message', text)
      await neighbor.get('messages.send', { params: { chatId: chatIds[sent % chatIds.length] ?? '' }, form })
      sent += 1
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Chats of the neighbor, with one phone each. */
async function openChats(neighbor: Client, numberId: NumberId): Promise<string[]> {
  const me = await neighbor.get('users.me')
  const chatIds: string[] = []
  for (let index = 0; index < 20; index += 1) {
    const e164 = `+1202557${String(index).padStart(4, '0')}`
    const [contact] = await neighbor.get('numbers.addMobile', { body: { name: `Contact ${index}`, number: e164 } })
    const body = { numberId, name: 'One by one', memberIds: [me.id, contact?.id] }
    chatIds.push((await neighbor.get('chats.create', { body })).id)
  }
  return chatIds
}
