import { hashOf } from '../acting/picture.ts'
import type { PostedMessage } from '@partyline/sandbox'
import type { Company } from '../acting/company.ts'
import type { ActionLog } from '../acting/action-log.ts'
import { PHONES } from '../plan/cast.ts'
import type { RunQuery } from '../world/history.ts'
import type { World } from '../world/world.ts'
import type { Evidence, ForeignAnswer, Post, ReceivedText } from './evidence.ts'
import { readReports } from './read-reports.ts'
import { readTranscripts } from './transcripts.ts'
import { listTwilioMessages } from './twilio-list.ts'

/** Collects the evidence after a run: from the API, the sandbox, and, once the server is down, its database. */
export async function collect(
  world: World,
  companies: readonly Company[],
  { isQuiet, ...actionLog }: ActionLog & { isQuiet: boolean },
): Promise<Evidence> {
  const seen = await Promise.all(companies.map(readSeen))
  const foreignAnswers = await Promise.all(companies.map((company) => askForForeignChats(company, companies)))
  const reports = await readReports(world, companies)
  const { endedByItself: serverEndedByItself } = world.server
  await world.server.end('SIGTERM')
  return {
    ...actionLog,
    closedNumbers: companies.map(({ closedNumber }) => closedNumber),
    serverEndedByItself,
    isQuiet,
    posts: world.sandbox.log.map(postOf),
    twilioMessages: await listTwilioMessages(world.sandbox),
    received: (await Promise.all(PHONES.map((phone) => readPhone(world.sandbox.url, phone)))).flat(),
    ...(await world.inDatabase(readRows)),
    eventPosts: world.endpoint.received,
    reports,
    seen: seen.flat(),
    foreignAnswers: foreignAnswers.flat(),
  }
}

async function readSeen(company: Company): Promise<Evidence['seen']> {
  const transcripts = await readTranscripts(company)
  const seen: Evidence['seen'][number][] = []
  for (const { id, text, media, missingMedia } of transcripts.flatMap(({ messages }) => messages)) {
    const pictures = await Promise.all(
      media.map(({ publicLink }) => readPicture(publicLink, company.admin.accessToken)),
    )
    seen.push({ tenantId: company.tenantId, messageId: id, text, pictures, missingPictures: missingMedia })
  }
  return seen
}

async function readPicture(link: string, accessToken: string | null = null): Promise<string> {
  const response = await fetch(link, { headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {} })
  return response.ok ? hashOf(Buffer.from(await response.arrayBuffer())) : String(response.status)
}

async function askForForeignChats({ tenantId, admin }: Company, all: readonly Company[]): Promise<ForeignAnswer[]> {
  const foreign = all.filter((other) => other.tenantId !== tenantId).flatMap(({ chats }) => chats)
  return Promise.all(
    foreign.map(async (chatId) => {
      const { status } = await admin.ask('messages.list', { params: { chatId }, query: {} })
      return { tenantId, chatId, status }
    }),
  )
}

/** Responses of Twilio after which there is definitely no message: too many requests, and a refusal. */
function postOf({ from, to, statusCallback, outcome }: PostedMessage): Post {
  const deliveryId = statusCallback?.split('/').at(-1) ?? ''
  const isAccepted = outcome.kind === 'accepted'
  return {
    deliveryId,
    from,
    to,
    messageSid: isAccepted ? outcome.messageSid : null,
    isCertainRefusal: !isAccepted && outcome.answer < 500,
  }
}

type PhoneMessage = { direction: string; from: string; text: string; media: string[] }

async function readPhone(sandboxUrl: string, phone: string): Promise<ReceivedText[]> {
  const url = `${sandboxUrl}/sandbox/phones/${encodeURIComponent(phone)}/messages`
  const texts = (await (await fetch(url)).json()) as PhoneMessage[]
  return Promise.all(
    texts
      .filter(({ direction }) => direction === 'received')
      .map(async ({ from, text, media }) => ({
        phone,
        from,
        text,
        pictures: await Promise.all(media.map((link) => readPicture(link))),
      })),
  )
}

async function readRows(ask: RunQuery) {
  return {
    messages: await ask<Evidence['messages'][number]>(`
      select tenant_id "tenantId", message_id "messageId", chat_id "chatId", text, provider_sid "providerSid", recovered,
        automatic is not null "automatic", extract(epoch from sent_at)::float8 * 1000 "sentAt"
      from messages order by sent_at, message_id`),
    pending: await ask<Evidence['pending'][number]>(`
      select message_id "messageId", text, state from pending_messages`),
    deliveries: await ask<Evidence['deliveries'][number]>(`
      select tenant_id "tenantId", delivery_id "deliveryId", message_id "messageId", member_id "memberId", status,
        to_number "toNumber", body, due_at is not null or leased_until is not null "isWaiting",
        coalesce(provider_sid is not null and posted_at >= expires_at, false) "isLate"
      from deliveries where to_number is not null`),
    history: await ask<Evidence['history'][number]>(`
      select tenant_id "tenantId", delivery_id "deliveryId", status_before "statusBefore", status_after "statusAfter",
        is_claim "isClaim", opted_out "optedOut"
      from faults.history order by position`),
    inbound: await ask<Evidence['inbound'][number]>(`
      select tenant_id "tenantId", message_sid "messageSid", extract(epoch from received_at)::float8 * 1000 "receivedAt",
        extract(epoch from processed_at - received_at)::float8 * 1000 "handledAfter", recovered, attempts,
        rejected_reason "rejectedReason"
      from provider_events`),
    loggedEvents: await ask<Evidence['loggedEvents'][number]>(`
      select tenant_id "tenantId", event_id "eventId", state, (
          select extract(epoch from (attempt ->> 'at')::timestamptz)::float8 * 1000
          from jsonb_array_elements(log) as attempt where attempt ->> 'failure' is null
        ) "succeededAt"
      from hook_events`),
    happenings: await ask<Evidence['happenings'][number]>(`
      select tenant_id "tenantId", 'contact.' || kind kind, count(*)::int from audit_log
      where kind in ('optedOut', 'optedIn') group by 1, 2
      union all
      select tenant_id, case kind when 'done' then 'chat.done' when 'assigned' then 'chat.assigned' else 'chat.opened' end,
        count(*)::int
      from chat_changes where kind in ('created', 'reopened', 'done', 'assigned') group by 1, 2`),
    chats: await ask<Evidence['chats'][number]>(`
      select c.tenant_id "tenantId", c.chat_id "chatId", p.number, c.message_count "messageCount",
        c.last_message_id "lastMessageId"
      from chats c join lines p on p.tenant_id = c.tenant_id and p.number_id = c.number_id`),
  }
}
