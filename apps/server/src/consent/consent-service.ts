import {
  CONSENT_TEXTS,
  eventWithoutData,
  KEY_CONSENT_SOURCES,
  KEY_TEXTS,
  OPT_OUT_TEXTS,
  phoneIdentity,
} from '@partyline/contract'
import type {
  ChatId,
  ContactId,
  MemberId,
  MessageId,
  NewConsentEntry,
  NumberId,
  RealtimeEvent,
  TenantId,
  StatedConsent,
} from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import { assertMayReply, fingerprintOf, isChatOf, isCurrent, memberIdOf, reserveResult } from '../chats/index.ts'
import type { Chats, StoredChat } from '../chats/index.ts'
import { AppError, invalid } from '../platform/index.ts'
import type { Caller, Clock, Database, Queries, Topic } from '../platform/index.ts'
import { refusalOf } from './consent-state.ts'
import type { ConsentFact, ConsentState } from './consent-state.ts'
import { lockLedger, wasAsked } from './ledger-store.ts'
import type { ConsentKey, Ledger, NewEntry } from './ledger-store.ts'
import { linesOf, phonesOfContact } from './consent-store.ts'
import { addImported } from './imported-consent-store.ts'
import { findQuote } from '../transcript/index.ts'
import type { Wish } from './opt-out-keyword.ts'

/** The phone and the line, and the contact that the phone belongs to. */
type OfContact = ConsentKey & { memberId: MemberId }
type InChat = { chatId: ChatId; memberId: MemberId }
type Message = NonNullable<NewEntry['message']>
/** Where an entry goes. `chat`: the open one, locked. `isByKey`: an API key adds it, which joins the chat. */
type Target = {
  key: ConsentKey
  memberId: MemberId
  chat: StoredChat | null
  ledger: Ledger
  isByKey?: boolean
}

export type Consents = {
  /**
   * Records the request of a text, or a STOP that Twilio knows of. The events are for after the commit; there are none if
   * nothing changes.
   */
  note(
    trx: Queries,
    phone: OfContact,
    wish: Wish,
    text?: { wording: string; message: Message | null },
  ): Promise<RealtimeEvent[]>
  /**
   * Anyone who may write in the chat can opt a phone out by hand, and take that back.
   * @throws {AppError} `not-found`, `not-a-member`, `validation`; `conflict` if a STOP would be taken back
   */
  changeByHand(
    caller: Caller,
    phone: InChat,
    change: { wish: 'stop' | 'start'; messageId?: MessageId | undefined },
  ): Promise<void>
  /**
   * Once for each Idempotency-Key: a retry would take back what was refused in the meantime.
   * @throws {AppError} `not-found`, `validation`, `idempotency-mismatch`
   */
  record(
    caller: Caller,
    contactId: ContactId,
    entries: readonly NewConsentEntry[],
    idempotencyKey: string | null,
  ): Promise<void>
  /**
   * Records for each line that the owners of these phones agreed, or opted out, as a user states about everyone in a file. A
   * statement that is recorded is not recorded again. `openChats`: those of the lines and the phones, locked. The events are for
   * after the commit.
   */
  recordImport: (
    trx: Queries,
    caller: Caller,
    imported: ImportStatement & { numbers: readonly string[]; openChats: readonly StoredChat[] },
  ) => Promise<{ recorded: number; events: RealtimeEvent[] }>
  /** Records that these phones were asked with a message. The events are for after the commit. */
  recordRequest(
    trx: Queries,
    caller: Caller,
    phones: readonly ConsentKey[],
    asked: { text: string; message: Message },
  ): Promise<RealtimeEvent[]>
  /** The phones that can be asked: they have neither answered nor been asked in the last day. */
  canBeAsked(trx: Queries, phones: readonly OfContact[]): Promise<OfContact[]>
}

/** A user's statement about everyone in a file. */
type ImportStatement = {
  state: StatedConsent
  lineIds: readonly NumberId[]
  statement: string
  fileName: string
  at: Date
}

type Parts = {
  database: Database
  clock: Clock
  chats: Chats
  announcements: Topic<readonly RealtimeEvent[]>
}

/** A phone that has not answered is asked again after this time. */
const ASK_AGAIN_MS = 24 * 3_600_000

/** Cards of contacts show their consent. */
const contactChanged = (tenantId: TenantId) => eventWithoutData(tenantId, 'PhoneNumbersUpdated')

/** Consent to texts from a line, its refusal, and the lines about it in the open chat: docs/product.md#consent-to-texts */
export function createConsents({ database, clock, chats, announcements }: Parts): Consents {
  /** Adds an entry, tells the chat if texts are refused or allowed from now on, and returns the events. */
  async function add(
    trx: Queries,
    { key, memberId, chat, ledger, isByKey = false }: Target,
    entry: Omit<NewEntry, 'recordedAt'>,
  ): Promise<RealtimeEvent[]> {
    const now = clock.now()
    const before = ledger.state
    const after = await ledger.add({ ...entry, recordedAt: now })
    const kind = changeBetween(before, after)
    const audited = kind === 'optedOut' || kind === 'optedIn' ? kind : 'consentRecorded'
    const { tenantId } = key
    const actor = { tenantId, userId: entry.by }
    await recordAuditEntry(trx, actor, { kind: audited, at: now, subject: key.number, about: memberId })
    if (!chat || !kind) return []
    const steps = [{ kind: 'ChatUpdated' as const, changes: [{ kind, memberId }] }]
    const joined = isByKey && entry.by ? await chats.joinKey(trx, { tenantId, userId: entry.by }, chat.chatId) : []
    return [...joined, ...(await chats.recordChange(trx, chat, { steps, by: entry.by && memberIdOf(entry.by) }))]
  }

  return {
    async note(trx, { memberId, ...key }, { wish, source }, text) {
      const isAnswer = wish === 'agrees' || wish === 'declines'
      if (isAnswer && !(await wasAsked(trx, key))) return []
      const { tenantId, lineId: numberId } = key
      // Locked before the ledger, in the same order as sending locks it.
      const chat = await chats.lockOpenChatOf(trx, tenantId, { numberId, memberId })
      const ledger = await lockLedger(trx, key)
      const state = answerTo(ledger.state, wish)
      if (!state) return []
      const entry = { state, source, at: clock.now(), by: null, ...text }
      return [...(await add(trx, { key, memberId, chat, ledger }, entry)), contactChanged(tenantId)]
    },

    async changeByHand(caller, { chatId, memberId }, { wish, messageId }) {
      const { tenantId, userId } = caller
      const events = await database.transaction(async (trx) => {
        const chat = await chats.lock(trx, tenantId, chatId)
        assertMayReply(caller, chat)
        const number = chat.members.find((member) => member.id === memberId && isCurrent(member))?.number
        if (!number) throw new AppError('not-found')
        const key = { tenantId, lineId: chat.numberId, number }
        const ledger = await lockLedger(trx, key)
        const { stop, refusal } = ledger.state
        const evidence = messageId && (await evidenceOf(trx, { tenantId, chatId, memberId, messageId }))
        if (wish === 'start' && stop) throw new AppError('conflict', { message: OPT_OUT_TEXTS.stopped })
        if ((wish === 'stop') === (refusal !== null)) return []
        const state = wish === 'stop' ? ('revoked' as const) : ('granted' as const)
        const entry = { state, source: 'manual' as const, at: clock.now(), by: userId, ...evidence }
        return [...(await add(trx, { key, memberId, chat, ledger }, entry)), contactChanged(tenantId)]
      })
      if (events.length > 0) announcements.publish(events)
    },

    async record(caller, contactId, entries, idempotencyKey) {
      const { tenantId, userId } = caller
      const now = clock.now()
      const isByKey = caller.key !== undefined
      const fingerprint = fingerprintOf({ contactId, entries }, [])
      const call = 'contacts.recordConsent' as const
      const request = idempotencyKey === null ? null : { tenantId, userId, call, key: idempotencyKey, fingerprint }
      const events = await database.transaction(async (trx) => {
        const reserved = request && (await reserveResult(trx, request, { resultId: contactId, at: now }))
        if (reserved?.state === 'repeated') return []
        const phones = await phonesOfContact(trx, { tenantId, contactId })
        if (!phones) throw new AppError('not-found')
        const lines = await linesOf(trx, { tenantId, lineIds: entries.map(({ lineId }) => lineId) })
        const wanted = entries.map(({ number, lineId, at, ...entry }, place) => {
          const phone = phones.find((one) => !one.isFormer && phoneIdentity(one.number) === phoneIdentity(number))
          if (isByKey && !KEY_CONSENT_SOURCES.includes(entry.source)) {
            throw invalid({ [`entries.${place}.source`]: [KEY_TEXTS.consentSource] })
          }
          if (!phone) throw invalid({ [`entries.${place}.number`]: [CONSENT_TEXTS.unknownPhone] })
          if (!lines.has(lineId)) throw invalid({ [`entries.${place}.lineId`]: [CONSENT_TEXTS.unknownLine] })
          const happened = at === undefined ? now : new Date(at)
          if (happened > now) throw invalid({ [`entries.${place}.at`]: [CONSENT_TEXTS.future] })
          const key = { tenantId, lineId, number: phone.number }
          return { key, memberId: memberIdOf(phone.id), entry: { ...entry, at: happened, by: userId } }
        })
        const pairs = wanted.map(({ key, memberId }) => ({ numberId: key.lineId, memberId }))
        const open = await chats.lockAllOf(trx, tenantId, pairs)
        const all: RealtimeEvent[] = []
        // In the same order for all callers, to avoid deadlocks.
        wanted.sort((one, other) => (keyText(one) < keyText(other) ? -1 : 1))
        for (const { key, memberId, entry } of wanted) {
          const chat = open.find((one) => isChatOf(one, { numberId: key.lineId, memberId })) ?? null
          const ledger = await lockLedger(trx, key)
          all.push(...(await add(trx, { key, memberId, chat, ledger, isByKey }, entry)))
        }
        return [...all, contactChanged(tenantId)]
      })
      if (events.length > 0) announcements.publish(events)
    },

    async recordImport(trx, { tenantId, userId }, { numbers, openChats, state, lineIds, statement, fileName, at }) {
      const entry = { state, by: userId, at, recordedAt: clock.now(), wording: statement, address: fileName }
      const added = await addImported(trx, { tenantId, lineIds, numbers }, entry)
      const keyOf = (number: string, lineId: NumberId) => `${phoneIdentity(number)}/${lineId}`
      const byKey = new Map(added.map((one) => [keyOf(one.number, one.lineId), one]))
      const events: RealtimeEvent[] = []
      for (const chat of openChats) {
        const changes = chat.members.flatMap((member) => {
          const one = isCurrent(member) && member.number ? byKey.get(keyOf(member.number, chat.numberId)) : undefined
          const kind = one && changeBetween(one.before, one.after)
          return kind ? [{ kind, memberId: member.id }] : []
        })
        const steps = [{ kind: 'ChatUpdated' as const, changes }]
        if (changes.length > 0) events.push(...(await chats.recordChange(trx, chat, { steps, by: memberIdOf(userId) })))
      }
      // Contacts whose rows are skipped change without another event.
      if (state === 'revoked' && added.length > 0) events.push(contactChanged(tenantId))
      return { recorded: new Set(added.map(({ number }) => number)).size, events }
    },

    async recordRequest(trx, { tenantId, userId }, phones, { text, message }) {
      const now = clock.now()
      for (const key of phones) {
        const ledger = await lockLedger(trx, key)
        const entry = { at: now, recordedAt: now, by: userId, wording: text, message }
        await ledger.add({ state: 'asked', source: 'manual', ...entry })
      }
      return [contactChanged(tenantId)]
    },

    async canBeAsked(trx, phones) {
      const open: OfContact[] = []
      for (const phone of phones.toSorted((one, other) => (one.number < other.number ? -1 : 1))) {
        const { state } = await lockLedger(trx, phone)
        const isRecent = state.request && clock.now().getTime() - state.request.at.getTime() < ASK_AGAIN_MS
        if (!isRecent && !refusalOf(state)) open.push(phone)
      }
      return open
    },
  }
}

async function evidenceOf(
  trx: Queries,
  wanted: InChat & { tenantId: TenantId; messageId: MessageId },
): Promise<{ wording: string; message: Message }> {
  const { chatId, messageId, memberId } = wanted
  const text = await findQuote(trx, wanted, messageId)
  if (text?.sentBy !== memberId) throw invalid({ messageId: [CONSENT_TEXTS.notFromMember] })
  return { wording: text.text, message: { chatId, messageId } }
}

const keyText = ({ key: { lineId, number } }: { key: ConsentKey }) => `${phoneIdentity(number)}/${lineId}`

/** The effect of a phone's request in this state; null if it changes nothing. */
function answerTo({ stop, refusal, grant, request }: ConsentState, wish: Wish['wish']): ConsentFact['state'] | null {
  switch (wish) {
    case 'stop':
      return stop ? null : 'revoked'
    case 'start':
      return stop || refusal || !grant ? 'granted' : null
    // It may answer another question, so it reverses a STOP, but not an opt-out by hand.
    case 'yes':
      return !refusal && (stop || request) ? 'granted' : null
    case 'agrees':
      return !stop && !refusal && request ? 'granted' : null
    // It declines.
    default:
      return request ? 'refused' : null
  }
}

/** The line that the chat shows. */
function changeBetween(before: ConsentState, after: ConsentState): 'optedOut' | 'optedIn' | 'consented' | null {
  const [was, is] = [refusalOf(before), refusalOf(after)]
  if (is && !(was && before.stop === after.stop && (before.refusal !== null) === (after.refusal !== null)))
    return 'optedOut'
  if (was && !is) return 'optedIn'
  return after.grant && after.grant !== before.grant ? 'consented' : null
}
