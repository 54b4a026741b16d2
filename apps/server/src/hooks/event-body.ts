import { hookData, phoneSpellings } from '@partyline/contract'
import type { ChatId, ContactId, HookKind, MemberId, MessageId, TenantId } from '@partyline/contract'
import type { Queries } from '../platform/index.ts'
import {
  chatWithLine,
  contactOf,
  lineOf,
  messageOf,
  consentEntryOf,
  phoneOf,
  phonesIn,
  phoneWithNumber,
  recipientsOf,
  userOf,
} from './event-facts-store.ts'
import type { HookEventRow } from './hook-events-store.ts'

type Parts = { db: Queries; publicUrl: string }

/** The body of an event, with the current state of its subject; see hook-events.ts of the contract. */
export async function eventBody(parts: Parts, event: HookEventRow): Promise<string> {
  const { kind: type, happenedAt } = event
  const data = hookData[type].parse(await DATA[type](parts, event))
  return JSON.stringify({ type, timestamp: happenedAt.toISOString(), data })
}

type Data = (parts: Parts, event: HookEventRow) => Promise<unknown>

const DATA: Record<HookKind, Data> = {
  'message.received': async (parts, event) => {
    const { message, data } = await textOf(parts, event)
    return { ...data, from: await phoneOf(parts.db, event.tenantId, message.sentBy), recovered: message.recovered }
  },
  'message.sent': async (parts, event) => {
    const { message, data } = await textOf(parts, event)
    const [author, to] = await Promise.all([
      userOf(parts.db, event.tenantId, message.sentBy),
      recipientsOf(parts.db, event.tenantId, message.messageId),
    ])
    return { ...data, to, author, automatic: message.automatic }
  },
  'message.status': async (parts, event) => {
    const { data } = await textOf(parts, event)
    const to = await phoneOf(parts.db, event.tenantId, event.memberId)
    return { errorText: null, ...data, to, ...event.detail }
  },
  'chat.opened': async (parts, event) => ({ ...(await inChat(parts, event)), why: event.detail['why'] }),
  'chat.done': inChat,
  'chat.assigned': async (parts, event) => ({
    ...(await inChat(parts, event)),
    assignee: await userOf(parts.db, event.tenantId, memberIn(event, 'assignee')),
  }),
  'contact.changed': async ({ db }, { tenantId, itemId }) => {
    const contact = await contactOf(db, tenantId, itemId as ContactId)
    if (!contact) return { ...DELETED, id: itemId }
    const { fields: values, fieldNames, ...rest } = contact
    const named = fieldNames.flatMap(({ fieldId, name }) => {
      const value = values[fieldId]
      return value === undefined ? [] : [[name, value] as const]
    })
    return { id: itemId, deleted: false, ...rest, fields: Object.fromEntries(named) }
  },
  'contact.optedOut': optOut,
  'contact.optedIn': optOut,
  'webhook.test': async () => ({ message: 'This is a test.' }),
}

const DELETED = {
  deleted: true,
  name: '',
  company: '',
  emails: [],
  tags: [],
  timeZone: null,
  language: null,
  fields: {},
  phones: [],
}

async function optOut({ db }: Parts, { tenantId, itemId }: HookEventRow) {
  const entry = await consentEntryOf(db, tenantId, itemId ?? '')
  if (!entry) throw new Error('There is no such entry of the ledger.')
  const [phone, line, by] = await Promise.all([
    entry.number === null ? null : phoneWithNumber(db, tenantId, phoneSpellings(entry.number)),
    lineOf(db, tenantId, entry.lineId),
    userOf(db, tenantId, entry.recordedBy as MemberId | null),
  ])
  return {
    contact: phone ?? { id: null, contactId: null, name: '', number: entry.number ?? '' },
    line,
    source: entry.source,
    by,
  }
}

const memberIn = ({ detail }: HookEventRow, name: 'by' | 'assignee') => detail[name] as MemberId | null

/** An archived chat and its contents stay in the database. */
async function chatOf({ db, publicUrl }: Parts, tenantId: TenantId, chatId: ChatId | null) {
  const found = chatId && (await chatWithLine(db, tenantId, chatId))
  if (!found) throw new Error('The chat of an event is not there.')
  const { name, lineId, lineName, lineNumber } = found
  return {
    chat: { id: chatId, name, url: `${publicUrl}/?chat=${chatId}` },
    line: { id: lineId, name: lineName, number: lineNumber },
  }
}

async function textOf(parts: Parts, { tenantId, chatId, itemId }: HookEventRow) {
  const message = await messageOf(parts.db, tenantId, itemId as MessageId)
  if (!message) throw new Error('The message of an event is not there.')
  const { messageId: id, text, sentAt, mediaCount } = message
  const data = { id, text, sentOn: sentAt.toISOString(), mediaCount, ...(await chatOf(parts, tenantId, chatId)) }
  return { message, data }
}

async function inChat(parts: Parts, event: HookEventRow) {
  const { tenantId, chatId } = event
  const found = await chatOf(parts, tenantId, chatId)
  const [contacts, by] = await Promise.all([
    phonesIn(parts.db, tenantId, found.chat.id),
    userOf(parts.db, tenantId, memberIn(event, 'by')),
  ])
  return { ...found, contacts, by }
}
