import type { TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Queries } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { TwilioGateway, TwilioMessage } from '../twilio/index.ts'
import { moveOf } from './twilio-status.ts'
import { acceptedTexts } from './checks-store.ts'
import type { AcceptedText } from './checks-store.ts'
import { BEFORE_MS } from './match-unknowns.ts'

/** Tenants whose lists are read at the same time. */
const CONCURRENT_TENANTS = 8

type Parts = {
  queries: Queries
  log: Pick<FastifyBaseLogger, 'warn'>
  tenants: Pick<Tenants, 'twilioAccount'>
  twilio: Pick<TwilioGateway, 'forAccount'>
  record: (text: AcceptedText, found: TwilioMessage) => Promise<void>
  isStopped: () => boolean
}

/**
 * Callbacks are lost while no process is running. At startup, texts that Twilio had accepted are settled by their SID
 * from Twilio's list: one request covers a hundred of them.
 */
export async function settleFromList(parts: Parts): Promise<void> {
  const { queries, log, isStopped } = parts
  const texts = await acceptedTexts(queries)
  const byTenant = [...Map.groupBy(texts, ({ tenantId }) => tenantId)].values()
  const settleTenants = async () => {
    for (const [tenantId, ofTenant] of byTenant) {
      if (isStopped()) return
      await settleTenant(parts, tenantId, ofTenant).catch((error: unknown) =>
        log.warn({ err: error, tenantId }, 'failed to settle texts from Twilio’s list'),
      )
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_TENANTS }, settleTenants))
}

async function settleTenant({ tenants, twilio, ...parts }: Parts, tenantId: TenantId, texts: readonly AcceptedText[]) {
  const credentials = await tenants.twilioAccount(tenantId)
  if (!credentials) return
  const account = twilio.forAccount(credentials)
  for (const [from, ofNumber] of Map.groupBy(texts, ({ fromNumber }) => fromNumber)) {
    const bySid = new Map(ofNumber.map((text) => [text.providerSid, text]))
    const first = Math.min(...ofNumber.map(({ postedAt }) => postedAt.getTime()))
    for await (const found of account.listMessages({ from, sentAfter: new Date(first - BEFORE_MS) })) {
      if (parts.isStopped()) return
      const text = bySid.get(found.sid)
      if (!text) continue
      if (moveOf(found)) await parts.record(text, found)
      bySid.delete(found.sid)
      if (bySid.size === 0) break
    }
  }
}
