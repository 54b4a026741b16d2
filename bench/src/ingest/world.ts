import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PAGE } from '@partyline/contract'
import { freePort, freshDatabase, signIn } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { createSandbox } from '@partyline/sandbox'
import type { Sandbox } from '@partyline/sandbox'
import { Client as Connection } from 'pg'
import { appSettings } from '../harness/app-settings.ts'
import { startRemote } from '../harness/child-process.ts'
import type { Remote } from '../harness/child-process.ts'
import { pinnedTo } from '../harness/cores.ts'
import { startTwilioEndpoint } from '../harness/twilio-endpoint.ts'
import type { BareCallFunctions } from './bare-call-process.ts'
import type { ClientFunctions } from './client-process.ts'
import type { ServerFunctions } from './server-process.ts'
import type { SendTarget, WebhookTarget } from './targets.ts'

const SERVER_CORE = 0
const CLIENT_CORE = 1
const ADMIN = 'dana@lakeside.example'
/** Contacts in a chat for outbound messages; a chat for inbound texts has one. */
const PHONES_A_CHAT = 3

/** An app with a tenant on a new database, and the clients. */
export type World = AsyncDisposable & {
  readonly databaseUrl: string
  readonly database: Connection
  readonly port: number
  readonly server: Remote<ServerFunctions>
  readonly client: Remote<ClientFunctions>
  /** The bare server, on the app's core and database. */
  readonly bareServer: { readonly server: Remote<BareCallFunctions>; readonly port: number }
  /** Signs the Admin in again, because tokens expire. */
  signIn(): Promise<Client>
  /** Chats with three phones, and with one. */
  readonly chatIds: SendTarget['chatIds']
  readonly onePhoneChatIds: SendTarget['chatIds']
  readonly webhook: WebhookTarget
}

/** The number of messages in all chats, read in one statement, so that concurrent messages do not count twice. */
export async function countMessages(person: Client): Promise<number> {
  const chats = await person.get('chats.search', { body: { mode: 'my', limit: PAGE.maxChats } })
  return chats.reduce((total, { messageCount }) => total + messageCount, 0)
}

/** @param chats number of chats for outbound messages, and as many for inbound texts; together at most one page of the list */
export async function createWorld(chats: number): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const database = await freshDatabase()
  if (!database.url) throw new Error('Set DATABASE_URL: the yardstick is pgbench on a PostgreSQL server.')
  stack.defer(() => database.drop())
  const connection = new Connection(database.url)
  await connection.connect()
  stack.defer(() => connection.end())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'partyline-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const sandbox = await createSandbox({ port: 0, appUrl: url })
  stack.defer(() => sandbox.close())
  const twilio = stack.use(await startTwilioEndpoint())

  const server = stack.use(
    startRemote<ServerFunctions>({
      file: new URL('server-process.ts', import.meta.url),
      prefix: pinnedTo(SERVER_CORE),
    }),
  )
  const client = stack.use(
    startRemote<ClientFunctions>({
      file: new URL('client-process.ts', import.meta.url),
      prefix: pinnedTo(CLIENT_CORE),
    }),
  )
  const bareServer = stack.use(
    startRemote<BareCallFunctions>({
      file: new URL('bare-call-process.ts', import.meta.url),
      prefix: pinnedTo(SERVER_CORE),
    }),
  )
  const barePort = await freePort()
  await bareServer.call('start', { databaseUrl: database.url, port: barePort, chats })
  const env = appSettings({ port, dataDir, databaseUrl: database.url })
  await server.call('start', { env, sandboxUrl: sandbox.url, twilioUrl: twilio.url })
  const admin = await signIn(url, ADMIN)
  const seeded = await seed({ admin, sandbox, chats })
  const owned = stack.move()
  return {
    databaseUrl: database.url,
    database: connection,
    port,
    server,
    client,
    bareServer: { server: bareServer, port: barePort },
    ...seeded,
    webhook: { kind: 'webhook', url, ...seeded.webhook },
    signIn: () => signIn(url, ADMIN),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type Seed = { readonly admin: Client; readonly sandbox: Sandbox; readonly chats: number }

/** Sets up a line, two users, and the chats with their phones. */
async function seed({ admin, sandbox, chats }: Seed) {
  const { twilio, directories } = sandbox.world
  const { accountSid, authToken } = twilio
  const tenant = await admin.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
  const [number] = tenant.twilioNumbers
  if (!number) throw new Error('The sandbox has no number.')
  await admin.get('settings.updateTwilioNumber', { params: { numberId: number.id }, body: { useNumber: true } })
  const me = await admin.get('users.me')
  const colleague = directories[0]?.people.find(({ id }) => id !== me.id)
  if (!colleague) throw new Error('The sandbox has no second person.')
  const { id: userId, name } = colleague
  await admin.get('settings.addUser', { body: { userId, role: 'User', name } })

  let phones = 0
  const contact = async () => {
    phones += 1
    const e164 = `+1202557${String(phones).padStart(4, '0')}`
    const [added] = await admin.get('numbers.addMobile', { body: { name: `Contact ${phones}`, number: e164 } })
    if (!added) throw new Error('A contact was not added.')
    return { id: added.id, e164 }
  }
  const open = async (chatName: string, contacts: readonly { id: string }[]) => {
    const memberIds = [me.id, userId, ...contacts.map(({ id }) => id)]
    return admin.get('chats.create', { body: { numberId: number.id, name: chatName, memberIds } })
  }

  const chatIds: string[] = []
  const onePhoneChatIds: string[] = []
  const textingPhones: string[] = []
  for (let index = 0; index < chats; index += 1) {
    const contacts = []
    for (let phone = 0; phone < PHONES_A_CHAT; phone += 1) contacts.push(await contact())
    chatIds.push((await open('For sends', contacts)).id)
    const writer = await contact()
    textingPhones.push(writer.e164)
    onePhoneChatIds.push((await open('For texts from phones', [writer])).id)
  }
  return {
    chatIds,
    onePhoneChatIds,
    webhook: { accountSid, authToken, to: number.number, phones: textingPhones },
  }
}
