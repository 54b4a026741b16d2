import type { RealtimeEvent, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { insertTextLike } from '../../../tests/queued-text.ts'
import { createStillClock } from '../../../tests/still-clock.ts'
import { createTestChats } from '../../../tests/test-chats.ts'
import { createLog } from '../../platform/index.ts'
import type { Database } from '../../platform/index.ts'
import { findDelivery } from '../../transcript/index.ts'
import type { DeliveryId } from '../../transcript/index.ts'
import type { AccountGateway, TwilioMessage } from '../../twilio/index.ts'
import type { Send } from '../queue-store.ts'
import { createOutcomeChecks } from '../outcome-checks.ts'

/** Longer than the pause between two looks. */
const LOOK_MS = 5_000
const MARKER = 'SMmarker'

type ListFilter = Parameters<AccountGateway['listMessages']>[0]

/** The checks of one tenant's texts, and its account at Twilio. The account of the tenant `silent` does not answer. */
export function createChecking(database: Database, tenantId: TenantId, silent?: TenantId) {
  const clock = createStillClock()
  const db = database.queries
  const test = createTestChats({ database, clock })
  const events: RealtimeEvent[][] = []
  test.announcements.subscribe((list) => events.push([...list]))
  const twilio = {
    /** The account's texts. */
    texts: [] as TwilioMessage[],
    /** The SIDs that were asked for one by one. */
    asked: [] as string[],
    /** How often the list of one phone's texts was asked for. */
    lists: 0,
    /** Whether the lists of our numbers' texts, which are read at startup, can be read. */
    answersAtStartup: false,
    /** The numbers whose lists were asked for at startup. */
    listedAtStartup: [] as string[],
    /** Texts read from these lists: number and SID. */
    readAtStartup: [] as string[],
    /** Keeps Twilio's answers back until it is resolved. */
    held: Promise.resolve(),
    isAway: false,
  }

  const silence = Promise.withResolvers<never>()
  const silentAccount = {
    fetchMessage(sid: string) {
      twilio.asked.push(sid)
      return silence.promise
    },
  } as unknown as AccountGateway

  function requireTwilio() {
    if (twilio.isAway) throw new Error('fetch failed')
  }
  const account = {
    async fetchMessage(sid: string) {
      requireTwilio()
      twilio.asked.push(sid)
      await twilio.held
      const found = twilio.texts.find((text) => text.sid === sid)
      if (!found) throw new Error(`There is no ${sid}.`)
      return found
    },
    async *listMessages({ from, to, sentAfter }: ListFilter) {
      requireTwilio()
      if (to) twilio.lists += 1
      else if (twilio.answersAtStartup) twilio.listedAtStartup.push(from ?? '')
      else throw new Error('fetch failed')
      await twilio.held
      for (const text of twilio.texts) {
        if (from && text.from !== from) continue
        if (to && text.to !== to) continue
        if (sentAfter && text.createdAt < sentAfter) continue
        if (!to) twilio.readAtStartup.push(`${from} ${text.sid}`)
        yield text
      }
    },
  } as unknown as AccountGateway
  const checks = createOutcomeChecks({
    ...test,
    database,
    clock,
    log: createLog('silent'),
    tenants: {
      twilioAccount: async (asking) =>
        asking === tenantId || asking === silent ? { accountSid: asking, authToken: '' } : null,
    },
    twilio: { forAccount: ({ accountSid }) => (accountSid === tenantId ? account : silentAccount) },
  })

  const checking = {
    clock,
    checks,
    twilio,
    /** The silent account answers with an error. */
    endSilence: () => silence.reject(new Error('fetch failed')),
    /** Announced lists. */
    events,

    /** Twilio has this text. */
    addToTwilio(more: Partial<TwilioMessage>) {
      twilio.texts.push({
        sid: 'SM1',
        from: '+12025550100',
        to: '+12025550142',
        body: 'Hello',
        direction: 'outbound-api',
        status: 'sent',
        errorCode: null,
        mediaCount: 0,
        createdAt: clock.now(),
        sentAt: null,
        ...more,
      })
    },

    /** Changes columns of a text. */
    async set(id: DeliveryId, columns: Record<string, unknown>) {
      await sql`update deliveries d set ${sql.join(
        Object.keys(columns).map((name) => sql`${sql.ref(name)} = changed.${sql.ref(name)}`),
      )}
        from deliveries old, jsonb_populate_record(old, ${JSON.stringify(columns)}::jsonb) changed
        where d.tenant_id = ${tenantId} and d.delivery_id = ${id}
          and old.tenant_id = d.tenant_id and old.delivery_id = d.delivery_id`.execute(db)
    },

    stored: (id: DeliveryId) => findDelivery(db, tenantId, id),

    /** When Twilio is asked about it next: in how many milliseconds. */
    async nextCheckOf({ tenantId: ofTenant, id }: Pick<Send, 'tenantId' | 'id'>): Promise<number | null> {
      const { rows } = await sql<{ at: Date | null }>`select check_at as at from deliveries
        where tenant_id = ${ofTenant} and delivery_id = ${id}`.execute(db)
      const at = rows[0]?.at
      return at ? at.getTime() - clock.now().getTime() : null
    },

    /** One look at the texts that are due; over when the last one of them has been asked about. */
    async look() {
      const { rows } = await sql<{ id: DeliveryId }>`
        select delivery_id as id from deliveries where tenant_id = ${tenantId} limit 1`.execute(db)
      const [first] = rows
      if (!first) throw new Error('The tenant has no text.')
      const marker = await insertTextLike(
        db,
        { tenantId, id: first.id },
        {
          status: 'sent',
          body: 'Marker',
          due_at: null,
          provider_sid: MARKER,
          earlier_sids: [],
          posted_at: clock.now(),
          // Behind all that were due before.
          check_at: new Date(clock.now().getTime() + LOOK_MS),
        },
      )
      checking.addToTwilio({ sid: MARKER, body: 'Marker', status: 'delivered' })
      checks.start()
      clock.pass(LOOK_MS)
      await expect.poll(async () => (await checking.stored(marker))?.status).toBe('delivered')
      await checks.stop()
      await sql`delete from deliveries where tenant_id = ${tenantId} and delivery_id = ${marker}`.execute(db)
      twilio.texts = twilio.texts.filter(({ sid }) => sid !== MARKER)
      twilio.asked = twilio.asked.filter((sid) => sid !== MARKER)
    },
  }
  return checking
}
export type Checking = ReturnType<typeof createChecking>
