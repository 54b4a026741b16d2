import { LIST_FILTERS } from '@partyline/contract'
import type {
  ChatId,
  ConsentEntryId,
  ContactId,
  ContactImportId,
  FileId,
  MemberId,
  MessageId,
  NumberId,
  ConsentEntry,
  TenantId,
  UserId,
} from '@partyline/contract'
import { sql } from 'kysely'
import type { DeliveryId } from '../database/index.ts'
import { lockArchives } from '../src/archives/archives-store.ts'
import { lockPair, updateStates } from '../src/chats/chats-store.ts'
import { refreshChatsOf, refreshListFields, refreshScheduled } from '../src/chats/list-fields-store.ts'
import type { ListFields, PendingFields } from '../src/chats/list-fields-store.ts'
import { countFilters, countLines } from '../src/chats/list/counts-store.ts'
import { chatsNamed, findPeople } from '../src/chats/list/found-chats-store.ts'
import { archived, myChats, unreadBetween, unreadTotal } from '../src/chats/list/list-walks-store.ts'
import type { UnreadTotal } from '../src/chats/list/list-walks-store.ts'
import type { ListQuery, Place } from '../src/chats/list/list-walks-store.ts'
import { chatsNamed as chatsNamedAmong, peopleNamed } from '../src/chats/list/names-store.ts'
import { lockForMessages } from '../src/chats/locked-chats-store.ts'
import type { LockedForMessages } from '../src/chats/locked-chats-store.ts'
import { chatsOfContact, membersOf } from '../src/chats/members-store.ts'
import { insertMessages, writeMessages } from '../src/chats/new-messages-store.ts'
import type { ListFieldsWithMessage } from '../src/chats/new-messages-store.ts'
import { takeDueNotices } from '../src/chats/notices-store.ts'
import type { Notice } from '../src/chats/notices-store.ts'
import type { ChatMember } from '../src/chats/stored-chat.ts'
import { findTwins } from '../src/chats/twins-store.ts'
import type { Twin } from '../src/chats/twins-store.ts'
import { countContacts, hasAtMost, walkContacts, walkIds } from '../src/contacts/contact-search-store.ts'
import {
  dropRows,
  insertRows as insertImportRows,
  lockImports,
  noteUndone,
} from '../src/contacts/import/imports-store.ts'
import { anonymize, identify } from '../src/consent/erased-phones-store.ts'
import { eraseContact, isSending, phonesEver } from '../src/erasure/erasures-store.ts'
import type { Erased, KnownPhone } from '../src/erasure/erasures-store.ts'
import { contactsWithEmails, findCards } from '../src/contacts/import/matched-cards-store.ts'
import type { CardPhone, PlannedCard } from '../src/contacts/import/plan-rows.ts'
import {
  insertCardPhones,
  insertCards,
  insertImportedChanges,
  refreshPhones,
  updateCards,
  usesOfCards,
} from '../src/contacts/import/write-cards-store.ts'
import type { CardUse } from '../src/contacts/import/write-cards-store.ts'
import { listTags, setTags } from '../src/contacts/contact-tags-store.ts'
import { findContact, movePhone, preferPhone, takeOver } from '../src/contacts/contacts-store.ts'
import type { ContactValues } from '../src/contacts/contact-values.ts'
import type { FoundContact } from '../src/contacts/contacts-store.ts'
import { explainableLook, settleAndClaim } from '../src/delivery/queue-store.ts'
import type { Accepted, Claimed, Send } from '../src/delivery/queue-store.ts'
import { recordReports } from '../src/delivery/status-reports-store.ts'
import { finishEvents, keepEvents } from '../src/inbound/provider-events-store.ts'
import type { KeptRow } from '../src/inbound/provider-events-store.ts'
import { looksLikeLoop } from '../src/inbound/loop-guard-store.ts'
import { unreadMessages } from '../src/messages/unread-store.ts'
import type { EntryRow } from '../src/consent/consent-store.ts'
import { lackingConsent, listEntries, listWishes, phonesOfContact } from '../src/consent/consent-store.ts'
import { insertEvidence, insertImported, lockPeople } from '../src/consent/imported-consent-store.ts'
import { insertOptOuts, keepWritten, updateOptOuts } from '../src/consent/ledger-store.ts'
import { findFacts, seenOf } from '../src/notifications/decisions-store.ts'
import type { Facts, Seen } from '../src/notifications/decisions-store.ts'
import { claimPushes, takeBack } from '../src/notifications/sends-store.ts'
import type { ClaimedPush } from '../src/notifications/sends-store.ts'
import {
  insertContacts,
  lockAllContacts,
  lockContactNumbers,
  reviveContacts,
} from '../src/numbers/contact-import-store.ts'
import { collectContacts } from '../src/numbers/contact-list-store.ts'
import { lockContactNumber } from '../src/numbers/contacts-store.ts'
import { chatOnHoldWith, lockHolds } from '../src/legal-holds/legal-holds-store.ts'
import { deleteOldTexts, oldTexts } from '../src/retention/retention-store.ts'
import type { Deleted, OldTexts } from '../src/retention/retention-store.ts'
import { lockLines } from '../src/numbers/lines-store.ts'
import { isMigrated } from '../src/platform/index.ts'
import type { Database } from '../src/platform/index.ts'
import { tablesToVacuum } from '../src/platform/upkeep-store.ts'
import { chatsBefore, textsOf } from '../src/reports/texts-store.ts'
import type { ChatBefore, Text } from '../src/reports/texts-store.ts'
import { keepHours } from '../src/tenants/index.ts'
import { explainableBacklog } from '../src/traffic/backlog-store.ts'
import type { Backlog } from '../src/traffic/backlog-store.ts'
import { readRecentInbound, readRecentReports } from '../src/traffic/recent-traffic-store.ts'
import type { RecentInbound, RecentReports } from '../src/traffic/recent-traffic-store.ts'
import { readState } from '../src/traffic/state-store.ts'
import { moveDeliveries } from '../src/transcript/deliveries-store.ts'
import type { MovedDelivery } from '../src/transcript/deliveries-store.ts'
import { collectHits, searchChats, searchWindow } from '../src/transcript/hits-store.ts'
import { addMedia, messagesByIds, messagesWithFiles } from '../src/transcript/messages-store.ts'
import type { NewMessage } from '../src/transcript/new-message.ts'
import { cancelPending, scheduledOf } from '../src/transcript/pending-messages-store.ts'
import type { PendingMessage } from '../src/transcript/pending-messages-store.ts'
import { insertReadRecords } from '../src/transcript/read-records-store.ts'
import { searchStep } from '../src/transcript/search-step.ts'
import type { StoredMessage } from '../src/transcript/stored-message.ts'
import { claimPoll } from '../src/users/directory-polls-store.ts'
import type { ClaimedPoll } from '../src/users/directory-polls-store.ts'
import { WRITABLE_CHAT } from './writable-chat.ts'

/** PostgreSQL's types for a property of a row. */
type TypeName<Value> = Value extends string
  ? 'uuid' | 'text'
  : Value extends number
    ? 'int2' | 'int4' | 'int8'
    : Value extends boolean
      ? 'bool'
      : Value extends Date
        ? 'timestamptz'
        : Value extends readonly string[]
          ? 'uuid[]' | 'text[]'
          : Value extends readonly number[]
            ? 'int4[]'
            : 'json'

/** The columns that a statement needs to have for its rows. */
type Columns<Row> = { [Name in keyof Row]-?: TypeName<NonNullable<Row[Name]>> }
const columns = <Row>(names: Columns<Row>) => names
const NO_ROWS = {}

const ID = '00000000-0000-4000-8000-000000000001'
const tenantId = ID as TenantId
const chatId = ID as ChatId
const consentEntryId = ID as ConsentEntryId
const contactId = ID as ContactId
const memberId = ID as MemberId
const messageId = ID as MessageId
const numberId = ID as NumberId
const userId = ID as UserId
const number = '+12025550142'
const now = new Date('2026-11-21T12:00:00Z')
const REFUSAL = {
  lineId: numberId,
  number,
  source: 'manual' as const,
  since: now,
  manualBy: null,
  manualSince: null,
}
const inChat = { tenantId, chatId }
const term = { tenantId, words: ["'00000000hello':*"], numbers: [], phrases: ['00000000hello'] }
const span = { from: now, until: now }
const send: Send = {
  tenantId,
  chatId,
  id: ID as DeliveryId,
  messageId,
  fromNumberId: numberId,
  toNumber: number,
  requestId: null,
  hasMedia: false,
}
const event = { tenantId, accountSid: 'AC', messageSid: 'SM' }
const query: ListQuery = {
  tenantId,
  viewerId: memberId,
  mode: 'my',
  enabled: false,
  unclaimed: false,
  numberId,
  memberId,
  from: now.toISOString(),
  to: now.toISOString(),
  cursor: [0, now.toISOString(), chatId],
  found: new Map([[chatId, messageId]]),
  limit: 10,
}
const message: NewMessage = {
  id: messageId,
  text: 'Hello',
  sentOn: now,
  sentBy: memberId,
  parent: null,
  providerSid: null,
  recovered: false,
  automatic: null,
  files: [],
  pendingMedia: 0,
  deliveries: [],
}
const moved = columns<MovedDelivery>({
  place: 'int4',
  tenantId: 'uuid',
  chatId: 'uuid',
  deliveryId: 'uuid',
  requestId: 'uuid',
  records: 'json',
  version: 'int8',
  hasUnread: 'bool',
  failedCount: 'int4',
  reopened: 'bool',
})
const move = { id: send.id, status: 'sent', at: now, providerSid: 'SM' } as const
const place = columns<Place>({ chatId: 'uuid', rank: 'int2', lastMessageAt: 'timestamptz' })

const claimedSend = {
  tenantId: 'uuid',
  userId: 'uuid',
  chatId: 'uuid',
  kind: 'text',
  itemId: 'uuid',
  count: 'int4',
  happenedAt: 'timestamptz',
  attempts: 'int4',
} as const

type Statement = {
  /** The columns of each statement in SQL that it runs, in order. */
  rows: readonly Record<string, string>[]
  /** The database's answer. */
  answer?: readonly object[]
  run: (database: Database) => Promise<unknown>
}

const lock = { pgAdvisoryXactLock: 'void' }

const importId = 'a3b5cd10-0000-4000-8000-000000000021' as ContactImportId
const importedCard: PlannedCard = {
  contactId,
  values: {
    name: 'Ana',
    company: '',
    emails: [],
    remarks: '',
    tags: [],
    timeZone: null,
    language: null,
    fields: {},
  },
  phones: [],
  before: null,
}
const EVERYONE = { tenantId, numbers: [], filters: {} }
const BY_NAME = { by: 'name', descending: false } as const
const CARD = {
  id: 'uuid',
  name: 'text',
  company: 'text',
  emails: 'text[]',
  remarks: 'text',
  tags: 'text[]',
  timeZone: 'text',
  language: 'text',
  fields: 'json',
  phones: 'json',
  lastTextAt: 'timestamptz',
  createdAt: 'timestamptz',
} as const

/** By file and function. */
const SEARCHED_WINDOW = { hits: 'uuid[]', count: 'int8', messageId: 'uuid', sentOn: 'timestamptz' } as const

const SEARCHED_CHATS = { hits: 'uuid[]', messageId: 'uuid', sentOn: 'timestamptz' } as const

export const RAW_STATEMENTS: Readonly<Record<string, Statement>> = {
  'archives/archives-store.ts lockArchives': {
    rows: [lock],
    run: ({ queries }) => lockArchives(queries, tenantId),
  },
  'chats/chats-store.ts lockPair': {
    rows: [lock],
    run: ({ queries }) => lockPair(queries, tenantId, { numberId, memberId }),
  },
  'chats/list-fields-store.ts refreshListFields': {
    rows: [columns<ListFields>({ version: 'int8', messageCount: 'int4', hasUnread: 'bool' })],
    answer: [{}],
    run: ({ queries }) => refreshListFields(queries, inChat, { raise: 1 }),
  },
  'chats/list-fields-store.ts refreshScheduled': {
    rows: [columns<PendingFields>({ chatId: 'uuid', version: 'int8', scheduledCount: 'int4', hasUnread: 'bool' })],
    run: ({ queries }) => refreshScheduled(queries, tenantId, [chatId]),
  },
  'chats/list-fields-store.ts refreshChatsOf': {
    rows: [NO_ROWS, NO_ROWS],
    run: ({ queries }) => refreshChatsOf(queries, tenantId, memberId),
  },
  'chats/chats-store.ts updateStates': {
    rows: [{}],
    run: ({ queries }) => updateStates(queries, [{ ...inChat, state: 'open', snoozedUntil: null, assignedTo: null }]),
  },
  'chats/list/counts-store.ts countFilters': {
    rows: [Object.fromEntries(LIST_FILTERS.map((filter) => [filter, 'json']))],
    run: ({ queries }) => countFilters(queries, { ...query, endOfToday: '2026-11-29T00:00:00.000Z' }),
  },
  'chats/list/counts-store.ts countLines': {
    rows: [
      columns<{ numberId: NumberId; count: number; rows: number }>({ numberId: 'uuid', count: 'int4', rows: 'int4' }),
    ],
    run: ({ queries }) => countLines(queries, query, [numberId]),
  },
  'chats/list/found-chats-store.ts findPeople': {
    rows: [columns<{ id: MemberId }>({ id: 'uuid' })],
    run: ({ queries }) => findPeople(queries, term),
  },
  'chats/list/found-chats-store.ts chatsNamed': {
    rows: [columns<{ chatId: ChatId; isHit: boolean }>({ chatId: 'uuid', isHit: 'bool' })],
    run: ({ queries }) => chatsNamed(queries, term, 10),
  },
  'chats/list/list-walks-store.ts inStates': {
    rows: [place],
    run: ({ queries }) => myChats({ ...query, assigned: 'none', attention: true, unread: true }, 0).execute(queries),
  },
  'chats/list/list-walks-store.ts archived': { rows: [place], run: ({ queries }) => archived(query).execute(queries) },
  'chats/list/list-walks-store.ts unreadBetween': {
    rows: [columns<{ chatId: ChatId }>({ chatId: 'uuid' })],
    run: ({ queries }) => unreadBetween(query, { from: now, to: now }).execute(queries),
  },
  'chats/list/list-walks-store.ts unreadTotal': {
    rows: [columns<UnreadTotal>({ chats: 'int4', messages: 'int4' })],
    run: ({ queries }) => unreadTotal(query).execute(queries),
  },
  'chats/list/names-store.ts chatsNamed': {
    rows: [columns<{ chatId: ChatId }>({ chatId: 'uuid' })],
    run: ({ queries }) => chatsNamedAmong(queries, term, [chatId]),
  },
  'chats/list/names-store.ts peopleNamed': {
    rows: [columns<{ id: MemberId }>({ id: 'uuid' })],
    run: ({ queries }) => peopleNamed(queries, term, [memberId]),
  },
  'chats/locked-chats-store.ts lockForMessages': {
    rows: [columns<{ locked: LockedForMessages | null }>({ locked: 'json' })],
    answer: [{ locked: { chats: [] } }],
    run: ({ queries }) => lockForMessages(queries, tenantId, { chatIds: [chatId], requests: [] }),
  },
  'chats/members-store.ts readMembers': {
    rows: [
      columns<ChatMember & { chatId: ChatId }>({
        chatId: 'uuid',
        id: 'uuid',
        role: 'text',
        name: 'text',
        number: 'text',
        addedOn: 'timestamptz',
        deletedOn: 'timestamptz',
        isPersonDisabled: 'bool',
        leftDirectoryAt: 'timestamptz',
        joinedAfter: 'uuid',
        unreadCount: 'int4',
        notify: 'text',
        optedOut: 'bool',
        optedOutBy: 'uuid',
        lacksConsent: 'text',
        consentAskedAt: 'timestamptz',
        allowedCountries: 'text[]',
      }),
    ],
    run: ({ queries }) => membersOf(queries, tenantId, [{ chatId, numberId }]),
  },
  'chats/new-messages-store.ts insertMessages': {
    rows: [
      columns<ListFieldsWithMessage>({
        version: 'int8',
        messageCount: 'int4',
        hasUnread: 'bool',
        unreadCounts: 'json',
      }),
    ],
    run: ({ queries }) =>
      insertMessages(queries, [
        {
          chat: { ...inChat, numberId, ...WRITABLE_CHAT },
          message,
        },
      ]),
  },
  'chats/new-messages-store.ts writeMessages': {
    rows: [{ written: 'json' }],
    answer: [{ written: { messages: [], chats: [] } }],
    run: ({ queries }) => writeMessages(queries, [], { tenantId, added: [], canceled: [], left: new Map() }),
  },
  'chats/notices-store.ts takeDueNotices': {
    rows: [
      columns<Notice>({
        tenantId: 'uuid',
        chatId: 'uuid',
        kind: 'text',
        itemId: 'uuid',
        userId: 'uuid',
        causedBy: 'uuid',
        happenedAt: 'timestamptz',
      }),
    ],
    run: ({ queries }) => takeDueNotices(queries, { texts: now, others: now }),
  },
  'delivery/queue-store.ts explainableLook': {
    rows: [
      columns<Send>({
        tenantId: 'uuid',
        fromNumberId: 'uuid',
        chatId: 'uuid',
        id: 'uuid',
        toNumber: 'text',
        requestId: 'uuid',
        messageId: 'uuid',
        hasMedia: 'bool',
      }),
    ],
    run: ({ queries }) =>
      explainableLook({
        now,
        queues: 1,
        perQueue: 1,
        after: send,
        places: [send],
        closedQueues: [send],
        closedTenants: [tenantId],
      }).execute(queries),
  },
  'delivery/queue-store.ts settleAndClaim': {
    rows: [
      columns<Accepted & Omit<Claimed, 'status'>>({
        place: 'int4',
        status: 'text',
        hasReports: 'bool',
        hasNext: 'bool',
        postedAt: 'timestamptz',
        fromNumber: 'text',
        body: 'text',
        attempts: 'int4',
        memberId: 'uuid',
        optedOut: 'bool',
        allowedCountries: 'text[]',
        records: 'json',
        version: 'int8',
        hasUnread: 'bool',
      }),
    ],
    run: ({ queries }) =>
      settleAndClaim(queries, [
        { accept: { ...send, postedAt: now, providerSid: 'SM', checkAt: now } },
        { claim: { ...send, postedAt: now, leasedUntil: now, account: '' } },
      ]),
  },
  'delivery/status-reports-store.ts recordReports': {
    rows: [moved],
    run: ({ queries }) =>
      recordReports(queries, [
        { ...move, tenantIds: [tenantId], accountSid: '', twilio: { status: 'sent', errorCode: null } },
      ]),
  },
  'erasure/erasures-store.ts phonesEver': {
    rows: [columns<KnownPhone>({ id: 'uuid', number: 'text', name: 'text', isFormer: 'bool', isTaken: 'bool' })],
    run: ({ queries }) => phonesEver(queries, { tenantId, contactId }),
  },
  'erasure/erasures-store.ts isSending': {
    rows: [columns<{ isSending: boolean }>({ isSending: 'bool' })],
    run: ({ queries }) => isSending(queries, tenantId, [numberId]),
  },
  'erasure/erasures-store.ts eraseContact': {
    rows: [columns<Erased>({ chats: 'int4', texts: 'int4', notes: 'int4', files: 'uuid[]' })],
    run: ({ queries }) =>
      eraseContact(queries, { tenantId, contactId }, { phones: [], identifiers: [], messages: true }),
    answer: [{ chats: 0, texts: 0, notes: 0, files: [] }],
  },
  'legal-holds/legal-holds-store.ts lockHolds': {
    rows: [lock],
    run: ({ queries }) => lockHolds(queries, tenantId),
  },
  'legal-holds/legal-holds-store.ts chatOnHoldWith': {
    rows: [columns<{ name: string }>({ name: 'text' })],
    run: ({ queries }) => chatOnHoldWith(queries, tenantId, [numberId]),
  },
  'inbound/provider-events-store.ts keepEvents': {
    rows: [columns<KeptRow>({ place: 'int4', chatId: 'uuid', sentBy: 'uuid', isFromLine: 'bool' })],
    run: ({ queries }) =>
      keepEvents(queries, [
        { ...event, sender: number, parameters: {}, recovered: false, requestId: null, receivedAt: now },
      ]),
  },
  'inbound/provider-events-store.ts finishEvents': {
    rows: [NO_ROWS],
    run: ({ queries }) => finishEvents(queries, [{ event, at: now, rejectedReason: null }]),
  },
  'inbound/loop-guard-store.ts looksLikeLoop': {
    rows: [columns<{ looksLikeLoop: boolean }>({ looksLikeLoop: 'bool' })],
    run: ({ queries }) => looksLikeLoop(queries, { ...inChat, memberId, text: 'Hello', now }),
  },
  'chats/members-store.ts chatsOfContact': {
    rows: [columns<{ isUser: boolean; chatIds: ChatId[] }>({ isUser: 'bool', chatIds: 'uuid[]' })],
    run: ({ queries }) => chatsOfContact(queries, { tenantId, memberId, max: 10 }),
  },
  'messages/unread-store.ts unreadMessages': {
    rows: [columns<{ chatId: ChatId; messageId: MessageId }>({ chatId: 'uuid', messageId: 'uuid' })],
    run: ({ queries }) => unreadMessages(queries, { tenantId, memberId, limit: 10 }),
  },
  'chats/twins-store.ts findTwins': {
    rows: [
      columns<Twin & { tenantId: TenantId }>({
        tenantId: 'uuid',
        id: 'uuid',
        number: 'text',
        name: 'text',
        disabled: 'bool',
        createdAt: 'timestamptz',
        textedAt: 'timestamptz',
      }),
    ],
    run: ({ queries }) => findTwins(queries),
  },
  'notifications/decisions-store.ts findFacts': {
    rows: [
      columns<Facts>({
        tenantId: 'uuid',
        chatId: 'uuid',
        userId: 'uuid',
        state: 'text',
        assignedTo: 'uuid',
        assigneeEnabled: 'bool',
        assigneeHours: 'json',
        assigneePausedUntil: 'timestamptz',
        unclaimedCount: 'int4',
        isMember: 'bool',
        notify: 'text',
        unreadCount: 'int4',
        isReadByAnyone: 'bool',
        answersLine: 'bool',
        workingHours: 'json',
        pausedUntil: 'timestamptz',
        teams: 'bool',
        devices: 'json',
      }),
    ],
    run: ({ queries }) => findFacts(queries, [{ ...inChat, userId: null }], now),
  },
  'notifications/decisions-store.ts seenOf': {
    rows: [columns<Seen>({ tenantId: 'uuid', userId: 'uuid', itemId: 'uuid', isShown: 'bool', isUnseenNote: 'bool' })],
    run: ({ queries }) => seenOf(queries, [{ tenantId, userId, itemId: ID }]),
  },
  'notifications/sends-store.ts claim': {
    rows: [columns<ClaimedPush>({ ...claimedSend, deviceId: 'uuid', endpoint: 'text', p256dh: 'text', auth: 'text' })],
    run: ({ queries }) => claimPushes(queries, { now, most: 1 }),
  },
  'notifications/sends-store.ts takeBack': {
    rows: [NO_ROWS],
    run: ({ queries }) => takeBack(queries, now),
  },
  'consent/consent-store.ts lackingConsent': {
    rows: [columns<{ id: NumberId }>({ id: 'uuid' })],
    run: ({ queries }) => lackingConsent(queries, { tenantId, lineId: numberId, numberIds: [numberId] }),
  },
  'consent/imported-consent-store.ts lockPeople': {
    rows: [columns<{ personKey: string; number: string }>({ personKey: 'uuid', number: 'text' })],
    run: ({ queries }) => lockPeople(queries, tenantId, [number]),
  },
  'consent/imported-consent-store.ts insertImported': {
    rows: [NO_ROWS],
    run: ({ queries }) =>
      insertImported(queries, tenantId, {
        entries: [{ entryId: consentEntryId, personKey: ID, lineId: numberId }],
        state: 'granted',
        by: userId,
        at: now,
        recordedAt: now,
      }),
  },
  'consent/imported-consent-store.ts insertEvidence': {
    rows: [NO_ROWS],
    run: ({ queries }) =>
      insertEvidence(queries, tenantId, { entries: [{ entryId: consentEntryId }], wording: '', address: '' }),
  },
  'consent/ledger-store.ts updateOptOuts': {
    rows: [columns<{ lineId: NumberId; number: string }>({ lineId: 'uuid', number: 'text' })],
    run: ({ queries }) => updateOptOuts(queries, tenantId, [REFUSAL]),
  },
  'consent/ledger-store.ts insertOptOuts': {
    rows: [NO_ROWS],
    run: ({ queries }) => insertOptOuts(queries, tenantId, [REFUSAL]),
  },
  'consent/ledger-store.ts keepWritten': {
    rows: [NO_ROWS],
    run: ({ queries }) => keepWritten(queries, tenantId, [{ lineId: numberId, number, since: now }]),
  },
  'consent/consent-store.ts listEntries': {
    rows: [
      columns<EntryRow>({
        id: 'uuid',
        at: 'timestamptz',
        recordedAt: 'timestamptz',
        reassignedAt: 'timestamptz',
        state: 'text',
        source: 'text',
        number: 'text',
        line: 'json',
        by: 'text',
        wording: 'text',
        address: 'text',
        message: 'json',
      }),
    ],
    run: ({ queries }) =>
      listEntries(queries, { tenantId, phones: [{ id: numberId, number, isFormer: false }], after: null, limit: 1 }),
  },
  'consent/consent-store.ts listWishes': {
    rows: [
      columns<Pick<ConsentEntry, 'state' | 'source' | 'by'> & { at: Date; twilioNumber: object; current: boolean }>({
        state: 'text',
        source: 'text',
        at: 'timestamptz',
        by: 'text',
        twilioNumber: 'json',
        current: 'bool',
      }),
    ],
    run: ({ queries }) => listWishes(queries, { tenantId, number, limit: 1 }),
  },
  'consent/consent-store.ts phonesOfContact': {
    rows: [columns<{ phones: object }>({ phones: 'json' })],
    run: ({ queries }) => phonesOfContact(queries, { tenantId, contactId }),
  },
  'consent/erased-phones-store.ts anonymize': {
    rows: [NO_ROWS],
    run: ({ queries }) => anonymize(queries, { tenantId, number, phoneHash: null }),
  },
  'consent/erased-phones-store.ts identify': {
    rows: [columns<{ lineId: NumberId }>({ lineId: 'uuid' })],
    run: ({ queries }) => identify(queries, { tenantId, personKey: ID }, number),
  },
  'contacts/contact-search-store.ts walkContacts': {
    rows: [columns<FoundContact & { place: string[] }>({ ...CARD, place: 'text[]' })],
    run: ({ queries }) => walkContacts(queries, EVERYONE, { sort: BY_NAME, after: null, limit: 50 }),
  },
  'contacts/contact-search-store.ts countContacts': {
    rows: [columns<{ count: number }>({ count: 'int4' })],
    run: ({ queries }) => countContacts(queries, EVERYONE, 100),
    answer: [{ count: 0 }],
  },
  'contacts/contact-search-store.ts walkIds': {
    rows: [columns<{ id: ContactId; place: string[] }>({ id: 'uuid', place: 'text[]' })],
    run: ({ queries }) => walkIds(queries, EVERYONE, { after: null, limit: 50 }),
  },
  'contacts/contact-search-store.ts hasAtMost': {
    rows: [columns<{ holds: boolean }>({ holds: 'bool' })],
    run: ({ queries }) => hasAtMost(queries, 1, sql`select from contact_cards`),
  },
  'contacts/import/imports-store.ts lockImports': {
    rows: [lock],
    run: ({ queries }) => lockImports(queries, tenantId),
  },
  'contacts/import/imports-store.ts insertRows': {
    rows: [NO_ROWS],
    run: ({ queries }) => insertImportRows(queries, { tenantId, importId }, []),
  },
  'contacts/import/imports-store.ts noteUndone': {
    rows: [NO_ROWS],
    run: ({ queries }) => noteUndone(queries, { tenantId, importId }, [{ row: 2, undo: 'undone', reasons: [] }]),
  },
  'contacts/import/imports-store.ts dropRows': {
    rows: [columns<{ count: number }>({ count: 'int4' })],
    run: ({ queries }) => dropRows(queries, { before: now, limit: 1 }),
    answer: [{ count: 0 }],
  },
  'contacts/import/matched-cards-store.ts contactsWithEmails': {
    rows: [columns<{ id: ContactId }>({ id: 'uuid' })],
    run: ({ queries }) => contactsWithEmails(queries, tenantId, ['ana@example.com']),
  },
  'contacts/import/matched-cards-store.ts findCards': {
    rows: [
      columns<{ contactId: ContactId; phones: CardPhone[] } & ContactValues>({
        contactId: 'uuid',
        name: 'text',
        company: 'text',
        emails: 'text[]',
        remarks: 'text',
        tags: 'text[]',
        timeZone: 'text',
        language: 'text',
        fields: 'json',
        phones: 'json',
      }),
    ],
    run: ({ queries }) => findCards(queries, tenantId, [contactId]),
  },
  'contacts/import/write-cards-store.ts insertCards': {
    rows: [NO_ROWS],
    run: ({ queries }) => insertCards(queries, tenantId, { cards: [importedCard], at: now }),
  },
  'contacts/import/write-cards-store.ts insertCardPhones': {
    rows: [NO_ROWS, NO_ROWS],
    run: ({ queries }) =>
      insertCardPhones(queries, tenantId, [
        { id: numberId, number, name: 'Ana', preferred: false, contactId, isDeleted: false },
      ]),
  },
  'contacts/import/write-cards-store.ts updateCards': {
    rows: [NO_ROWS],
    run: ({ queries }) => updateCards(queries, tenantId, [importedCard]),
  },
  'contacts/import/write-cards-store.ts refreshPhones': {
    rows: [{ count: 'int4' }],
    run: ({ queries }) => refreshPhones(queries, tenantId, [contactId]),
  },
  'contacts/import/write-cards-store.ts insertImportedChanges': {
    rows: [NO_ROWS],
    run: ({ queries }) =>
      insertImportedChanges(queries, { tenantId, by: userId, at: now, importId, isUndo: false }, [
        { contactId, kind: 'added', changes: [] },
      ]),
  },
  'contacts/import/write-cards-store.ts usesOfCards': {
    rows: [columns<CardUse>({ contactId: 'uuid', isEdited: 'bool', isInChat: 'bool', phones: 'uuid[]' })],
    run: ({ queries }) => usesOfCards(queries, tenantId, { ids: [contactId], importId }),
  },
  'contacts/contact-tags-store.ts listTags': {
    rows: [columns<{ tag: string }>({ tag: 'text' })],
    run: ({ queries }) => listTags(queries, tenantId),
  },
  'contacts/contact-tags-store.ts setTags': {
    rows: [NO_ROWS],
    run: ({ queries }) => setTags(queries, tenantId, [{ contactId, tags: ['VIP'] }]),
  },
  'contacts/contacts-store.ts selectContacts': {
    rows: [columns<FoundContact & { formerPhones: object }>({ ...CARD, formerPhones: 'json' })],
    run: ({ queries }) => findContact(queries, { tenantId, contactId }),
  },
  'contacts/contacts-store.ts movePhone': {
    rows: [NO_ROWS],
    run: ({ queries }) => movePhone(queries, { tenantId, contactId }, numberId),
  },
  'contacts/contacts-store.ts takeOver': {
    rows: [NO_ROWS],
    run: ({ queries }) => takeOver(queries, { tenantId, contactId }, { tenantId, contactId }),
  },
  'contacts/contacts-store.ts preferPhone': {
    rows: [NO_ROWS],
    run: ({ queries }) => preferPhone(queries, { tenantId, contactId }, numberId),
  },
  'numbers/contact-list-store.ts collectContacts': {
    rows: [columns<{ id: NumberId; isHit: boolean }>({ id: 'uuid', isHit: 'bool' })],
    run: ({ queries }) => collectContacts(queries, tenantId, sql`''::tsquery`),
  },
  'numbers/contact-import-store.ts lockAllContacts': {
    rows: [lock],
    run: ({ queries }) => lockAllContacts(queries, tenantId),
  },
  'numbers/contact-import-store.ts lockContactNumbers': {
    rows: [{ pgAdvisoryXactLockShared: 'void', count: 'int4' }],
    run: ({ queries }) => lockContactNumbers(queries, tenantId, [number]),
  },
  'numbers/contact-import-store.ts insertContacts': {
    rows: [NO_ROWS],
    run: ({ queries }) => insertContacts(queries, tenantId, { rows: [{ id: numberId, number, name: 'Ana' }], at: now }),
  },
  'numbers/contact-import-store.ts reviveContacts': {
    rows: [NO_ROWS],
    run: ({ queries }) => reviveContacts(queries, tenantId, [{ id: numberId, name: 'Ana' }]),
  },
  'numbers/contacts-store.ts lockContactNumber': {
    rows: [{ pgAdvisoryXactLockShared: 'void', ...lock }],
    run: ({ queries }) => lockContactNumber(queries, tenantId, number),
  },
  'numbers/lines-store.ts lockLines': {
    rows: [lock],
    run: ({ queries }) => lockLines(queries, tenantId),
  },
  'platform/migrate.ts appliedMigrations': {
    rows: [{ '?column?': 'int4' }, columns<{ name: string }>({ name: 'varchar' as 'text' })],
    answer: [{ name: '0001-baseline' }],
    run: ({ queries }) => isMigrated(queries, { migrations: {}, functions: {} }),
  },
  'platform/upkeep-store.ts tablesToVacuum': {
    rows: [{ name: 'name' }],
    run: ({ queries }) => tablesToVacuum(queries),
  },
  'reports/texts-store.ts textsOf': {
    rows: [
      columns<Text>({
        id: 'uuid',
        chatId: 'uuid',
        at: 'timestamptz',
        by: 'uuid',
        isFromPhone: 'bool',
        isFromKey: 'bool',
        sends: 'json',
      }),
    ],
    run: ({ queries }) => textsOf(queries, { tenantId, starts: now, ends: now }, { after: null, limit: 1 }),
  },
  'reports/texts-store.ts chatsBefore': {
    rows: [
      columns<ChatBefore>({
        chatId: 'uuid',
        lineId: 'uuid',
        tags: 'text[]',
        waitingSince: 'timestamptz',
        isAnswered: 'bool',
        done: 'json' as 'text[]',
      }),
    ],
    run: ({ queries }) => chatsBefore(queries, { tenantId, starts: now, ends: now }, [chatId]),
  },
  'retention/retention-store.ts oldTexts': {
    rows: [
      columns<OldTexts>({
        chatId: 'uuid',
        isOnHold: 'bool',
        texts: 'int4',
        oldest: 'timestamptz',
        notes: 'int4',
      }),
    ],
    run: ({ queries }) =>
      oldTexts(queries, { tenantId, lineId: numberId, before: now, after: null, limit: 1, atMost: 1 }),
  },
  'retention/retention-store.ts deleteOldTexts': {
    rows: [columns<Deleted>({ texts: 'int4', notes: 'int4', files: 'uuid[]', isDone: 'bool' })],
    run: ({ queries }) => deleteOldTexts(queries, { tenantId, chatId, before: now, limit: 1 }),
    answer: [{ texts: 0, notes: 0, files: [], isDone: true }],
  },
  'tenants/hours-versions-store.ts keepHours': {
    rows: [NO_ROWS],
    run: ({ queries }) => keepHours(queries, tenantId, now),
  },
  'traffic/backlog-store.ts explainableBacklog': {
    rows: [
      columns<Backlog>({
        queued: 'int8',
        sending: 'int8',
        oldestUnsent: 'timestamptz',
        inbound: 'int8',
        oldestInbound: 'timestamptz',
        unknown: 'int8',
      }),
    ],
    run: ({ queries }) => explainableBacklog().execute(queries),
  },
  'traffic/recent-traffic-store.ts readRecentInbound': {
    rows: [
      columns<RecentInbound>({
        webhooks: 'int8',
        recovered: 'int8',
        lastWebhook: 'timestamptz',
        lastRecovered: 'timestamptz',
      }),
    ],
    run: ({ queries }) => readRecentInbound(queries, tenantId, { ...span, settledAt: span.from }),
  },
  'traffic/recent-traffic-store.ts readRecentReports': {
    rows: [columns<RecentReports>({ handedOver: 'int8', reported: 'int8' })],
    run: ({ queries }) => readRecentReports(queries, tenantId, span),
  },
  'traffic/state-store.ts readState': {
    rows: [
      columns<Awaited<ReturnType<typeof readState>>>({
        waiting: 'int8',
        waitingSince: 'timestamptz',
        unknown: 'int8',
        lastReportOn: 'timestamptz',
        lastDeliveredOn: 'timestamptz',
        lastTextOn: 'timestamptz',
      }),
    ],
    answer: [{}],
    run: ({ queries }) => readState(queries, tenantId),
  },
  'transcript/deliveries-store.ts moveDeliveries': {
    rows: [moved],
    run: ({ queries }) => moveDeliveries(queries, [{ ...inChat, ...move }]),
  },
  'transcript/hits-store.ts collectHits': {
    rows: [
      columns<{ count: number; counts: number[] }>({ count: 'int4', counts: 'int4[]' }),
      columns<{ chatId: ChatId; messageId: MessageId; isHit: boolean }>({
        chatId: 'uuid',
        messageId: 'uuid',
        isHit: 'bool',
      }),
    ],
    run: ({ queries }) => collectHits(queries, term, 10),
  },
  'transcript/hits-store.ts searchWindow': {
    rows: [columns<{ messageId: MessageId; sentOn: Date; count: number; hits: MessageId[] | null }>(SEARCHED_WINDOW)],
    run: ({ queries }) =>
      searchWindow(queries, { tenantId, term, chatIds: null, before: messageId, from: now, to: now, size: 10 }),
  },
  'transcript/hits-store.ts searchChatWindows': {
    rows: [columns<{ messageId: MessageId; sentOn: Date; hits: MessageId[] | null }>(SEARCHED_CHATS)],
    run: ({ queries }) =>
      searchWindow(queries, { tenantId, term, chatIds: [chatId], before: messageId, from: now, to: now, size: 10 }),
  },
  'transcript/hits-store.ts searchChats': {
    rows: [
      columns<{ chatId: ChatId; hit: MessageId | null; before: MessageId | null }>({
        chatId: 'uuid',
        hit: 'uuid',
        before: 'uuid',
      }),
    ],
    run: ({ queries }) => searchChats(queries, { term, chats: [{ chatId, before: null }], size: 10 }),
  },
  'transcript/messages-store.ts addMedia': {
    rows: [NO_ROWS],
    run: ({ queries }) => addMedia(queries, tenantId, { messageId, fileIds: [ID as FileId] }),
  },
  'transcript/messages-store.ts messagesWithFiles': {
    rows: [columns<{ ids: MessageId[]; next: MessageId | null }>({ ids: 'uuid[]', next: 'uuid' })],
    run: ({ queries }) => messagesWithFiles(queries, inChat, { before: messageId, limit: 10 }),
  },
  'transcript/messages-store.ts readMessages': {
    rows: [
      columns<StoredMessage>({
        id: 'uuid',
        text: 'text',
        sentOn: 'timestamptz',
        sentBy: 'uuid',
        parentId: 'uuid',
        missingMedia: 'int2',
        recovered: 'bool',
        automatic: 'text',
        pendingMedia: 'int4',
        parent: 'json',
        delivery: 'json',
        media: 'json',
      }),
    ],
    run: ({ queries }) => messagesByIds(queries, tenantId, [messageId]),
  },
  'transcript/pending-messages-store.ts cancelPending': {
    rows: [{ cancelMessages: 'void' }],
    run: ({ queries }) => cancelPending(queries, { tenantId, id: messageId }),
  },
  'transcript/pending-messages-store.ts readPending': {
    rows: [
      columns<PendingMessage>({
        tenantId: 'uuid',
        id: 'uuid',
        chatId: 'uuid',
        numberId: 'uuid',
        state: 'text',
        text: 'text',
        recipients: 'uuid[]',
        writtenBy: 'uuid',
        writtenAt: 'timestamptz',
        sendAt: 'timestamptz',
        cancelOnReply: 'bool',
        opensChat: 'bool',
        reason: 'text',
        ownerId: 'uuid',
        requestId: 'uuid',
        parent: 'json',
        files: 'json',
      }),
    ],
    run: ({ queries }) => scheduledOf(queries, tenantId, { after: messageId, limit: 10 }),
  },
  'transcript/read-records-store.ts insertReadRecords': {
    rows: [columns<{ messageId: MessageId; wasUnread: boolean }>({ messageId: 'uuid', wasUnread: 'bool' })],
    run: ({ queries }) =>
      insertReadRecords(queries, inChat, {
        memberId,
        joinedAfter: messageId,
        messageIds: [messageId],
        newId: () => ID,
        at: now,
      }),
  },
  'transcript/search-step.ts searchStep': {
    rows: [{ setConfig: 'text' }],
    run: (database) => searchStep(database, async () => {}),
  },
  'users/directory-polls-store.ts claimPoll': {
    rows: [columns<ClaimedPoll>({ tenantId: 'uuid', link: 'text', leasedUntil: 'timestamptz', failure: 'text' })],
    run: ({ queries }) => claimPoll(queries, { now, leasedUntil: now }),
  },
}
