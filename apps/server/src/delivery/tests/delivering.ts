import type { RealtimeEvent } from '@partyline/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createTestChats } from '../../../tests/test-chats.ts'
import { createLog, newId, systemClock } from '../../platform/index.ts'
import type { Clock, Database } from '../../platform/index.ts'
import { findDelivery } from '../../transcript/index.ts'
import { createTwilio } from '../../twilio/index.ts'
import { createConsents } from '../../consent/consent-service.ts'
import { createBusyQueues } from '../busy-queues.ts'
import { createDeliverOne } from '../deliver-one.ts'
import { createOutageGuard } from '../outage-guard.ts'
import { dueSends } from '../queue-store.ts'
import type { Send } from '../queue-store.ts'

type Account = { accountSid: string; authToken: string }
type Meddling = Partial<Pick<Parameters<typeof createDeliverOne>[0], 'mediaUrls'>> & {
  twilioAccount?: () => Promise<Account | null>
}
type Answer = Response | Error

/** The delivery worker, and a Twilio that answers each POST when the test says so. */
export function createDelivering(
  { database, clock, send }: { database: Database; clock: Clock; send: Send },
  meddling: Meddling = {},
) {
  const db = database.queries
  const posts: URLSearchParams[] = []
  const accounts: (string | undefined)[] = []
  const answers: PromiseWithResolvers<Response>[] = []
  const outside = {
    browserUrl: (url: string) => url,
    async fetch(...input: Parameters<typeof fetch>) {
      const request = new Request(...input)
      accounts.push(/AC\w+/.exec(request.url)?.[0])
      posts.push(new URLSearchParams(await request.text()))
      const answer = Promise.withResolvers<Response>()
      answers.push(answer)
      return answer.promise
    },
  }
  const { twilioAccount = async () => ({ accountSid: `AC${'a'.repeat(32)}`, authToken: 'secret' }) } = meddling
  async function storedAccount(): Promise<string> {
    const { rows } = await sql<{ stored: string }>`
      select stored_account(account_sid, auth_token_encrypted) as stored from tenants
      where tenant_id = ${send.tenantId}`.execute(db)
    return rows[0]?.stored ?? ''
  }
  const chats = createTestChats({ database, clock })
  const events: RealtimeEvent[][] = []
  chats.announcements.subscribe((list) => events.push([...list]))
  const outages = createOutageGuard({ clock, random: () => 0, probe: async () => false, ended: () => {} })
  const logged: object[] = []
  const wakeUps: number[] = []
  const wakeAfter = (ms: number) => void wakeUps.push(ms)
  const busyQueues = createBusyQueues({ clock, random: () => 0, wakeAfter })
  const { send: deliverOne, giveUp } = createDeliverOne({
    ...chats,
    database,
    clock,
    random: () => 0,
    log: { info: (entry: object) => void logged.push(entry) },
    tenants: { storedTwilioAccount: async () => ({ account: await twilioAccount(), stored: await storedAccount() }) },
    twilio: createTwilio({ outside, clock: systemClock, log: createLog('silent') }),
    outages,
    busyQueues,
    wakeAfter,
    consents: createConsents({ ...chats, database, clock }),
    mediaUrls: meddling.mediaUrls ?? (async () => []),
    statusCallback: () => 'https://us/status',
  })
  let answered = 0
  const deliver = { send: (one: Send) => deliverOne(one, () => (answered += 1)), giveUp }
  /** As the queue has it. */
  async function queued(): Promise<Send> {
    const anywhere = { after: null, places: [], closedQueues: [], closedTenants: [] }
    const found = await dueSends(db, { now: clock.now(), queues: 1_000, perQueue: 100, ...anywhere })
    return (
      found.flatMap(({ sends }) => sends).find(({ tenantId, id }) => tenantId === send.tenantId && id === send.id) ??
      send
    )
  }

  return {
    deliver,
    /** Sends the text, if it can be sent. */
    trySending: async () => deliver.send(await queued()),
    outages,
    busyQueues,
    /** After how many milliseconds the queue is to be read. */
    wakeUps,
    /** Announced lists. */
    events,
    /** Log lines about each outcome. */
    logged,
    /** How often the next text could begin. */
    answered: () => answered,
    /** The forms that Twilio has got. */
    posts,
    /** The SIDs of the accounts that they were for. */
    accounts,

    /** Begins to send, and returns the way to end it. */
    begin: async () => {
      const place = answers.length
      const sent = deliver.send(await queued())
      await expect.poll(() => answers.length).toBe(place + 1)
      return async (answer: Answer) => {
        if (answer instanceof Error) answers[place]?.reject(answer)
        else answers[place]?.resolve(answer)
        return sent
      }
    },

    stored: () => findDelivery(db, send.tenantId, send.id),

    /** The clock of the queue and the checks. */
    times: async () => {
      const { rows } = await sql<{ isDue: boolean; isLeased: boolean; isChecked: boolean }>`
        select due_at is not null as "isDue", leased_until is not null as "isLeased",
          check_at is not null as "isChecked"
        from deliveries where tenant_id = ${send.tenantId} and delivery_id = ${send.id}`.execute(db)
      return rows[0]
    },

    /** Its message has a picture from now on. */
    attachPicture: async () => {
      const { tenantId, id } = send
      const fileId = newId()
      await sql`insert into files (tenant_id, file_id, directory, file_name, content_type, length, created_at)
        values (${tenantId}, ${fileId}, 'media', 'scan.png', 'image/png', 1, now())`.execute(db)
      await sql`insert into message_media (tenant_id, message_id, position, file_id)
        select tenant_id, message_id, 1, ${fileId}::uuid from deliveries
        where tenant_id = ${tenantId} and delivery_id = ${id}`.execute(db)
    },
  }
}

export const accepted = (sid: string) => Response.json({ sid, status: 'queued' }, { status: 201 })
export const refused = (code = 21211) => Response.json({ code, message: 'Invalid number' }, { status: 400 })
export const busy = (headers = {}) =>
  Response.json({ code: 20429, message: 'Too Many Requests' }, { status: 429, headers })
