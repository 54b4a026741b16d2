import { MESSAGE, SCHEDULE } from '@partyline/contract'
import type { ChatId, FileId, MemberId, MessageId, NumberId, SessionId, TenantId, UserId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { WRITABLE_CHAT } from '../../tests/writable-chat.ts'
import { newId } from '../platform/index.ts'
import type { PendingMessage } from '../transcript/index.ts'
import { admit } from './admit.ts'
import type { Author, ChatNow, Draft, DueText, NewText, TenantNow } from './admit.ts'

const NOW = new Date('2026-11-28T09:00:00Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms)

const tenantId = newId<TenantId>()
const chatId = newId<ChatId>()
const line = newId<NumberId>()
const [dana, ben] = [newId<UserId>(), newId<UserId>()]
const marta = newId<MemberId>()

type Member = ChatNow['members'][number]
const member = (id: string, changed: Partial<Member> = {}): Member => ({
  id: id as MemberId,
  role: 'TeamsUser',
  name: 'Dana',
  number: null,
  addedOn: NOW,
  deletedOn: null,
  isPersonDisabled: false,
  leftDirectoryAt: null,
  optedOut: false,
  optedOutBy: null,
  lacksConsent: null,
  consentAskedAt: null,
  allowedCountries: null,
  notify: 'mine',
  ...changed,
})
const phone = (changed: Partial<Member> = {}) =>
  member(marta, { role: 'ExternalMobile', name: 'Marta', number: '+12025550142', ...changed })

const chat: ChatNow = {
  tenantId,
  chatId,
  numberId: line,
  ...WRITABLE_CHAT,
  members: [member(dana), phone()],
  pending: [],
}
const unclaimed: ChatNow = { ...chat, members: [phone()] }

const tenant: TenantNow = {
  addSignature: false,
  assignOnReply: true,
  allowedCountries: null,
  isSuspended: false,
  linesInUse: new Set([line]),
}

const pending = (changed: Partial<PendingMessage> = {}): PendingMessage => ({
  id: newId<MessageId>(),
  tenantId,
  chatId,
  numberId: line,
  state: 'held',
  text: 'Hello',
  parent: null,
  files: [],
  recipients: [marta],
  writtenBy: dana,
  writtenAt: NOW,
  sendAt: NOW,
  cancelOnReply: false,
  opensChat: false,
  reason: null,
  ownerId: null,
  requestId: null,
  ...changed,
})

const file = (fileId: FileId) => ({
  fileId,
  directory: 'files',
  fileName: 'file.png',
  contentType: 'image/png',
  length: 1,
  width: null,
  height: null,
})

const draft = (changed: Partial<Draft> = {}, more: Partial<Omit<NewText, 'draft'>> = {}): NewText => ({
  draft: {
    caller: { tenantId, userId: dana, role: 'User', name: 'Dana', sessionId: newId<SessionId>() },
    chatId,
    text: 'Hello',
    files: [],
    parentId: null,
    timing: { holdMs: 0 },
    replaces: null,
    request: null,
    requestId: null,
    ...changed,
  },
  parent: null,
  isSent: false,
  ...more,
})
const by = (userId: UserId, role: 'Admin' | 'User' = 'User') => ({
  caller: { tenantId, userId, role, name: 'Ben', sessionId: newId<SessionId>() },
})

const key = newId<UserId>()
const ofKey = (lines: NumberId[] | null) => ({
  caller: {
    ...by(key).caller,
    key: { scopes: new Set(['send' as const]), lines: lines && new Set(lines), isSuspended: false },
  },
  timing: { holdMs: null },
})
const withKey: ChatNow = {
  ...chat,
  members: [...chat.members, { ...member(key), role: 'ApiKey', isPersonDisabled: true }],
}

const author: Author = { userId: dana, name: 'Dana', role: 'User', enabled: true }
const due = (changed: Partial<PendingMessage> = {}, more: Partial<Omit<DueText, 'due'>> = {}): DueText => ({
  due: pending(changed),
  author,
  missing: new Set(),
  ...more,
})

/** The outcome with what tells it apart: the code of a refusal, the reason of a return, the time until which it waits. */
function outcomeOf(text: NewText | DueText, to: ChatNow | null = chat, changed: Partial<TenantNow> = {}) {
  const admitted = admit(text, to, { ...tenant, ...changed }, NOW)
  if (admitted.outcome === 'refused') return admitted.error.code
  if (admitted.outcome === 'returned') return admitted.reason
  if (admitted.outcome === 'pending') {
    const { state, sendAt } = admitted.message
    return [state, sendAt.getTime() - NOW.getTime()]
  }
  return admitted.outcome
}

const HELD = { timing: { holdMs: 5_000 } }
const scheduled = (ms: number) => ({ timing: { sendAt: inMs(ms), cancelOnReply: true, field: 'SendAt' as const } })
const DAY_MS = 86_400_000
const parent = { id: newId<MessageId>(), text: 'When?', sentBy: marta, mediaCount: 0 }
const [own, theirs] = [pending({ sendAt: inMs(5_000) }), pending({ writtenBy: ben, state: 'scheduled' })]
const waiting = { ...chat, pending: [own, theirs] }
const many = (count: number) => Array.from({ length: count }, () => pending({ state: 'scheduled' }))
const barred = { allowedCountries: ['DE' as const] }

test.each<[string, NewText, unknown, (ChatNow | null)?, Partial<TenantNow>?]>([
  ['is sent at once', draft(), 'sent'],
  ['may be nothing but files', draft({ text: '', files: [file(newId<FileId>())] }), 'sent'],
  ['is written by an Admin who is not in the chat', draft(by(ben, 'Admin')), 'sent'],
  ['is held', draft(HELD), ['held', 5_000]],
  ['is scheduled', draft(scheduled(1)), ['scheduled', 1]],
  ['is scheduled at most 120 days ahead', draft(scheduled(SCHEDULE.maxDays * DAY_MS)), expect.anything()],
  ['later than that is refused', draft(scheduled(SCHEDULE.maxDays * DAY_MS + 1)), 'validation'],
  ['in the past is refused', draft(scheduled(0)), 'validation'],
  ['waits behind held ones', draft(), ['held', 5_001], waiting],
  ['that asks for no hold waits behind none', draft({ timing: { holdMs: null } }), 'sent', waiting],
  ['is held longer than those before it', draft({ timing: { holdMs: 30_000 } }), ['held', 30_000], waiting],
  ['does not wait behind the one that it replaces', draft({ replaces: own.id }), 'sent', waiting],
  ['does not wait behind scheduled ones', draft(), 'sent', { ...chat, pending: [theirs] }],
  ['to a chat that is not open is refused', draft(), 'not-found', null],
  ['by someone who is not in the chat is refused', draft(by(ben)), 'not-a-member'],
  ['to an unclaimed chat claims it', draft(by(ben)), 'unclaimed', unclaimed],
  ['to an unclaimed chat can wait', draft({ ...HELD, ...by(ben) }), ['held', 5_000], unclaimed],
  ['that opens a chat claims nothing', draft({ ...by(ben), opensChat: true }), 'sent', unclaimed],
  ['that opens a chat is held for its members only', draft({ ...HELD, ...by(ben), opensChat: true }), 'not-a-member'],
  ['of a key that has not written there joins it', draft(ofKey(null)), 'unclaimed'],
  ['of a key that has is sent', draft(ofKey(null)), 'sent', withKey],
  ['of a key for the line is sent', draft(ofKey([line])), 'sent', withKey],
  ['of a key for other lines is refused', draft(ofKey([newId<NumberId>()])), 'not-found', withKey],
  [
    'of a key is not signed',
    draft({ ...ofKey(null), text: 'x'.repeat(MESSAGE.maxLength) }),
    'sent',
    withKey,
    { addSignature: true },
  ],
  ['that quotes a message of another chat is refused', draft({ parentId: parent.id }), 'not-found'],
  ['quotes a message', draft({ parentId: parent.id }, { parent }), 'sent'],
  ['without visible characters is refused', draft({ text: ' ' }), 'validation'],
  ['has at most 1,600 characters', draft({ text: 'x'.repeat(MESSAGE.maxLength) }), 'sent'],
  ['that is longer is refused', draft({ text: 'x'.repeat(MESSAGE.maxLength + 1) }), 'validation'],
  ['counts its signature', draft({ text: 'x'.repeat(MESSAGE.maxLength) }), 'validation', chat, { addSignature: true }],
  ['cannot replace what was never there', draft({ replaces: parent.id }), 'not-found'],
  ['cannot replace what was sent', draft({ replaces: parent.id }, { isSent: true }), 'already-sent'],
  ['cannot replace one of somebody else', draft({ replaces: theirs.id }), 'forbidden', waiting],
  ['to a country that is not allowed is refused', draft(), 'country-not-allowed', chat, barred],
  ['is the hundredth', draft(HELD), ['held', 5_000], { ...chat, pending: many(SCHEDULE.maxPerChat - 1) }],
  ['beyond is refused', draft(HELD), 'conflict', { ...chat, pending: many(SCHEDULE.maxPerChat) }],
  [
    'takes the place of another one',
    draft({ ...HELD, replaces: own.id }),
    ['held', 5_000],
    { ...chat, pending: [...many(SCHEDULE.maxPerChat - 1), own] },
  ],
])('a new text %s', (_name, text, outcome, to = chat, changed = {}) => {
  expect(outcomeOf(text, to, changed)).toEqual(outcome)
})

const gone = newId<FileId>()
test.each<[string, DueText, unknown, (ChatNow | null)?, Partial<TenantNow>?]>([
  ['is sent', due(), 'sent'],
  ['is sent up to an hour late', due({ sendAt: inMs(-SCHEDULE.maxLateMs) }), 'sent'],
  ['waits for its author after that', due({ sendAt: inMs(-SCHEDULE.maxLateMs - 1) }), 'late'],
  ['waits for its author even if the chat is closed', due({ sendAt: inMs(-SCHEDULE.maxLateMs - 1) }), 'late', null],
  ['has no open chat', due(), 'chat closed', null],
  ['has a suspended tenant', due(), 'tenant suspended', chat, { isSuspended: true }],
  ['has no author', due({}, { author: null }), 'author left'],
  ['has a disabled author', due({}, { author: { ...author, enabled: false } }), 'author left'],
  ['has an author who left the chat', due(), 'author left', { ...chat, members: [member(ben), phone()] }],
  ['claims a chat without members', due(), 'unclaimed', unclaimed],
  ['has a chat with another line', due(), 'line changed', { ...chat, numberId: newId<NumberId>() }],
  ['has a line that is out of use', due(), 'line not in use', chat, { linesInUse: new Set() }],
  [
    'needs no line if nobody is texted',
    due({ recipients: [] }),
    'sent',
    { ...chat, members: [member(dana)] },
    { linesInUse: new Set() },
  ],
  ['has a file that is gone', due({ files: [file(gone)] }, { missing: new Set([gone]) }), 'file missing'],
  ['has its file', due({ files: [file(newId<FileId>())] }, { missing: new Set([gone]) }), 'sent'],
  ['has another recipient', due({ recipients: [] }), 'recipients changed'],
  [
    'has a recipient who opted out',
    due(),
    'opted out',
    { ...chat, members: [member(dana), phone({ optedOut: true })] },
  ],
  [
    'has a disabled recipient',
    due(),
    'recipients changed',
    { ...chat, members: [member(dana), phone({ isPersonDisabled: true })] },
  ],
  ['goes to a country that is not allowed', due(), 'country not allowed', chat, barred],
  [
    'has a signature that is too long',
    due({ text: 'x'.repeat(MESSAGE.maxLength) }),
    'too long',
    chat,
    { addSignature: true },
  ],
])('a text that is due %s', (_name, text, outcome, to = chat, changed = {}) => {
  expect(outcomeOf(text, to, changed)).toEqual(outcome)
})

test('a text that is due keeps its ID, and is sent after the newest message of its chat', () => {
  const text = due()
  const { id } = text.due
  const sent = (changed: Partial<ChatNow>) => admit(text, { ...chat, ...changed }, tenant, NOW)
  expect(sent({})).toMatchObject({ message: { id, sentOn: NOW }, replaced: text.due })
  const later = { id, sentOn: new Date(NOW.getTime() + 3) }
  const [last, earlier] = [new Date(NOW.getTime() + 2), new Date(NOW.getTime() + 1)]
  const lastMessageId = newId<MessageId>()
  expect(sent({ lastMessageId, lastMessageAt: last, lastAutomaticAt: earlier })).toMatchObject({ message: later })
  expect(sent({ lastMessageId, lastMessageAt: earlier, lastAutomaticAt: last })).toMatchObject({ message: later })
})

test('a reply assigns its chat to its author, but the text that opens a chat assigns no one', () => {
  const assigns = (text: NewText | DueText, to = chat, changed: Partial<TenantNow> = {}) => {
    const admitted = admit(text, to, { ...tenant, ...changed }, NOW)
    return admitted.outcome === 'sent' && admitted.assigns
  }
  expect([assigns(draft()), assigns(due())]).toEqual([true, true])
  expect([assigns(draft({ opensChat: true })), assigns(due({ opensChat: true }))]).toEqual([false, false])
  const opening = pending({ opensChat: true, state: 'returned', ownerId: dana })
  expect(assigns(draft({ replaces: opening.id }), { ...chat, pending: [opening] })).toBe(false)
  expect(assigns(draft(), chat, { assignOnReply: false })).toBe(false)
  const held = admit(draft({ ...HELD, replaces: opening.id }), { ...chat, pending: [opening] }, tenant, NOW)
  expect(held).toMatchObject({ message: { opensChat: true }, replaced: opening })
})

test('a returned message is its owner’s to replace, no longer its author’s', () => {
  const returned = pending({ state: 'returned', ownerId: ben, reason: 'author left' })
  const to = { ...chat, members: [member(dana), member(ben), phone()], pending: [returned] }
  expect(outcomeOf(draft({ replaces: returned.id }), to)).toBe('forbidden')
  expect(outcomeOf(draft({ ...by(ben), replaces: returned.id }), to)).toBe('sent')
})
