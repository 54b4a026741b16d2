import { expect, test } from 'vitest'
import type { Evidence } from '../evidence/evidence.ts'
import { check, RULES } from './check.ts'

const NUMBER = '+12025550100'
const PHONE = '+12025550142'

/**
 * A run without errors: Dana writes twice to one phone, and the phone answers twice, each once with a picture. The line replies
 * by itself to the first answer. The webhook is told of all that, at first without success.
 */
function cleanRun(): Evidence {
  const ours = { tenantId: 'clinic' }
  const picturesOf = (text: string) => (text === 'one' || text === 'yes' ? [`picture of ${text}`] : [])
  const written = ['one', 'two'].map((text, index) => ({ ...ours, text, messageId: `m${index + 1}`, chatId: 'chat' }))
  const answered = ['yes', 'no'].map((text, index) => ({ ...ours, text, messageId: `m${index + 3}`, chatId: 'chat' }))
  const reply = { ...ours, text: 'closed', messageId: 'm5', chatId: 'chat' }
  const outgoing = [...written, reply]
  const events = [
    ...outgoing.map(({ messageId: id }) => ({ type: 'message.sent', data: { id } })),
    ...answered.map(({ messageId: id }) => ({ type: 'message.received', data: { id } })),
    ...outgoing.flatMap(({ messageId: id }) =>
      ['sent', 'delivered'].map((status) => ({ type: 'message.status', data: { id, to: { id: 'phone' }, status } })),
    ),
    { type: 'chat.opened', data: { why: 'created' } },
  ]
  const plain = { recovered: false, automatic: false, sentAt: 0 }
  return {
    sends: written.map(({ messageId, ...send }, index) => ({
      ...send,
      step: index + 1,
      key: `key of ${send.text}`,
      answeredIds: [messageId],
      pictures: picturesOf(send.text),
      sendOn: null,
      canceled: 'no' as const,
    })),
    clicks: [],
    phoneTexts: answered.map(({ text }, index) => ({
      ...ours,
      step: index + 3,
      messageSid: `SM of ${text}`,
      phone: PHONE,
      number: NUMBER,
      text,
      pictures: picturesOf(text),
      at: 1_000 * (index + 1),
    })),
    closedNumbers: [NUMBER],
    serverEndedByItself: 0,
    isQuiet: true,
    posts: outgoing.map(({ text }) => ({
      deliveryId: `d of ${text}`,
      from: NUMBER,
      to: PHONE,
      messageSid: `SM of ${text}`,
      isCertainRefusal: false,
    })),
    twilioMessages: outgoing.map(({ text }) => ({
      sid: `SM of ${text}`,
      direction: 'outbound-api',
      from: NUMBER,
      to: PHONE,
      body: text,
      status: 'delivered',
    })),
    received: outgoing.map(({ text }) => ({ phone: PHONE, from: NUMBER, text, pictures: picturesOf(text) })),
    pending: [],
    messages: [
      ...written.map((message) => ({ ...message, ...plain, providerSid: null })),
      ...answered.map((message) => ({ ...message, ...plain, providerSid: `SM of ${message.text}` })),
      { ...reply, ...plain, providerSid: null, automatic: true },
    ],
    deliveries: outgoing.map(({ text, messageId }) => ({
      ...ours,
      deliveryId: `d of ${text}`,
      messageId,
      memberId: 'phone',
      status: 'delivered',
      toNumber: PHONE,
      body: text,
      isWaiting: false,
      isLate: false,
    })),
    history: outgoing.flatMap(({ text }) => [
      change(text, 'queued', 'sending', { isClaim: true }),
      change(text, 'sending', 'sent'),
      change(text, 'sent', 'delivered'),
    ]),
    inbound: answered.map(({ text }, index) => ({
      ...ours,
      messageSid: `SM of ${text}`,
      receivedAt: 1_000 * (index + 1) + 500,
      handledAfter: 10,
      recovered: false,
      attempts: 0,
      rejectedReason: null,
    })),
    chats: [{ ...ours, chatId: 'chat', number: NUMBER, messageCount: 5, lastMessageId: 'm4' }],
    eventPosts: events.flatMap((body, index) =>
      [false, true].map((isAccepted) => ({
        ...ours,
        id: `e${index + 1}`,
        signedAt: isAccepted ? 6_000 : 1_000,
        isSigned: true,
        body: JSON.stringify(body),
        isAccepted,
      })),
    ),
    loggedEvents: events.map((_, index) => ({
      ...ours,
      eventId: `e${index + 1}`,
      state: 'delivered',
      succeededAt: 6_200,
    })),
    happenings: [{ ...ours, kind: 'chat.opened', count: 1 }],
    reports: [{ ...ours, counted: '{}', recounted: '{}', textsIn: 2 }],
    seen: [...written, ...answered, reply].map(({ text, messageId }) => ({
      ...ours,
      text,
      messageId,
      pictures: picturesOf(text),
      missingPictures: 0,
    })),
    foreignAnswers: [{ tenantId: 'northgate', chatId: 'chat', status: 404 }],
  }
}

function change(
  text: string,
  statusBefore: string,
  statusAfter: string,
  more: { isClaim?: true; optedOut?: true } = {},
) {
  const { isClaim = false, optedOut = false } = more
  return { tenantId: 'clinic', deliveryId: `d of ${text}`, statusBefore, statusAfter, isClaim, optedOut }
}

/** The same list with the entry at an index changed. */
function withChanged<Item>(items: readonly Item[], place: number, part: Partial<Item>): Item[] {
  return items.map((item, index) => (index === place ? { ...item, ...part } : item))
}

const again = { step: 9, tenantId: 'clinic', messageId: 'm1', memberId: 'phone', click: 'send-again' } as const

type Case = [promise: string, rule: string, spoil: (run: Evidence) => Partial<Evidence>]

const BROKEN: Case[] = [
  ['a message is lost', 'kept once', ({ messages }) => ({ messages: messages.slice(1) })],
  [
    'a message is stored twice',
    'kept once',
    ({ messages }) => ({
      messages: [...messages, ...messages.slice(0, 1).map((one) => ({ ...one, messageId: 'm9' }))],
    }),
  ],
  [
    'a message is in another chat',
    'kept once',
    ({ messages }) => ({ messages: withChanged(messages, 0, { chatId: 'other' }) }),
  ],
  ['a canceled message is sent', 'kept once', ({ sends }) => ({ sends: withChanged(sends, 0, { canceled: 'yes' }) })],
  [
    'a message is sent and has come back',
    'kept once',
    () => ({ pending: [{ messageId: 'm9', text: 'one', state: 'returned' }] }),
  ],
  ['a scheduled message is sent early', 'not early', ({ sends }) => ({ sends: withChanged(sends, 0, { sendOn: 1 }) })],
  [
    'a scheduled message is forgotten',
    'everything settled',
    () => ({ pending: [{ messageId: 'm9', text: 'three', state: 'scheduled' }] }),
  ],
  [
    'one key created two messages',
    'one message a key',
    ({ sends }) => ({ sends: withChanged(sends, 0, { answeredIds: ['m1', 'm2'] }) }),
  ],
  ['the API hides a message', 'shown once', ({ seen }) => ({ seen: seen.slice(1) })],
  ['the API shows a message twice', 'shown once', ({ seen }) => ({ seen: [...seen, ...seen.slice(0, 1)] })],
  ['a text is posted twice', 'posted once', ({ posts }) => ({ posts: [...posts, ...posts.slice(1)] })],
  [
    'a text is posted again after an unknown outcome',
    'posted once',
    ({ posts }) => ({ posts: [...posts, ...posts.slice(1).map((post) => ({ ...post, messageSid: null }))] }),
  ],
  [
    'a text is posted that no one wrote',
    'posted once',
    ({ posts }) => ({ posts: [...posts, ...posts.slice(1).map((post) => ({ ...post, deliveryId: 'd of none' }))] }),
  ],
  ['a delivered text is not on the phone', 'sent as said', ({ received }) => ({ received: received.slice(1) })],
  [
    'a delivered text is on the phone twice',
    'sent as said',
    ({ received }) => ({ received: [...received, ...received.slice(0, 1)] }),
  ],
  [
    'a failed text is on the phone',
    'sent as said',
    ({ deliveries }) => ({ deliveries: withChanged(deliveries, 0, { status: 'failed' }) }),
  ],
  [
    'Twilio gets another text',
    'sent as said',
    ({ twilioMessages }) => ({ twilioMessages: withChanged(twilioMessages, 0, { body: 'other' }) }),
  ],
  ['a later text is posted first', 'in order', ({ posts }) => ({ posts: posts.toReversed() })],
  [
    'a status moves back',
    'only forward',
    ({ history }) => ({ history: [...history, change('one', 'delivered', 'sent')] }),
  ],
  [
    'a text is queued again without a user’s request',
    'only forward',
    ({ history }) => ({ history: [...history, change('one', 'failed', 'queued')] }),
  ],
  [
    'an outcome at Twilio is not recorded',
    'agrees with Twilio',
    ({ deliveries }) => ({ deliveries: withChanged(deliveries, 0, { status: 'sent' }) }),
  ],
  [
    'a text is delivered that Twilio never received',
    'agrees with Twilio',
    ({ posts }) => ({ posts: withChanged(posts, 0, { messageSid: null, isCertainRefusal: true }) }),
  ],
  [
    'an inbound text is missing',
    'came in once',
    ({ messages }) => ({ messages: messages.filter(({ text }) => text !== 'yes') }),
  ],
  [
    'an inbound text is both in a chat and rejected',
    'came in once',
    ({ inbound }) => ({ inbound: withChanged(inbound, 0, { rejectedReason: 'contact disabled' }) }),
  ],
  ['a text has no sender', 'came in once', ({ phoneTexts }) => ({ phoneTexts: phoneTexts.slice(1) })],
  ['a text is changed', 'came in once', ({ messages }) => ({ messages: withChanged(messages, 2, { text: 'maybe' }) })],
  [
    'a text is in a chat of another line',
    'came in once',
    ({ chats }) => ({ chats: withChanged(chats, 0, { number: '+12025550101' }) }),
  ],
  [
    'a later text of a phone is first',
    'came in order',
    ({ messages }) => ({
      messages: messages.toSpliced(2, 2, ...messages.slice(2, 4).toReversed()),
    }),
  ],
  [
    'a text is posted that was claimed after the STOP',
    'nothing after STOP',
    ({ history }) => ({ history: withChanged(history, 0, { optedOut: true }) }),
  ],
  [
    'a user sees another tenant’s message',
    'tenants apart',
    ({ seen }) => ({ seen: withChanged(seen, 0, { tenantId: 'northgate' }) }),
  ],
  [
    'a text is stored for another tenant',
    'tenants apart',
    ({ messages }) => ({ messages: withChanged(messages, 0, { tenantId: 'northgate' }) }),
  ],
  [
    'a text is sent from another tenant’s line',
    'tenants apart',
    ({ deliveries }) => ({ deliveries: withChanged(deliveries, 0, { tenantId: 'northgate' }) }),
  ],
  [
    'another tenant’s chat is answered',
    'tenants apart',
    ({ foreignAnswers }) => ({ foreignAnswers: withChanged(foreignAnswers, 0, { status: 200 }) }),
  ],
  [
    'a text stays in the queue',
    'everything settled',
    ({ deliveries }) => ({ deliveries: withChanged(deliveries, 0, { isWaiting: true }) }),
  ],
  [
    'an inbound text is never processed',
    'everything settled',
    ({ inbound }) => ({ inbound: withChanged(inbound, 0, { handledAfter: null }) }),
  ],
  [
    'a chat’s message count is wrong',
    'counters fit',
    ({ chats }) => ({ chats: withChanged(chats, 0, { messageCount: 6 }) }),
  ],
  [
    'a chat’s last message is wrong',
    'counters fit',
    ({ chats }) => ({ chats: withChanged(chats, 0, { lastMessageId: 'm3' }) }),
  ],
  [
    'an acknowledged picture is not served',
    'pictures kept',
    ({ seen }) => ({ seen: withChanged(seen, 0, { pictures: ['404'] }) }),
  ],
  [
    'an acknowledged picture is not shown',
    'pictures kept',
    ({ seen }) => ({ seen: withChanged(seen, 0, { pictures: [] }) }),
  ],
  [
    'a picture is shown that no one sent',
    'pictures kept',
    ({ seen }) => ({ seen: withChanged(seen, 1, { pictures: ['picture of one'] }) }),
  ],
  [
    'a phone’s picture is neither served nor said to be missing',
    'pictures kept',
    ({ seen }) => ({ seen: withChanged(seen, 2, { pictures: [] }) }),
  ],
  [
    'a phone’s picture is served with other bytes',
    'pictures kept',
    ({ seen }) => ({ seen: withChanged(seen, 2, { pictures: ['picture of one'] }) }),
  ],
  [
    'a phone gets a text without its picture',
    'pictures arrive',
    ({ received }) => ({ received: withChanged(received, 0, { pictures: [] }) }),
  ],
  [
    'a line replies to a phone twice within twelve hours',
    'replied once',
    ({ messages, deliveries }) => ({
      messages: [
        ...messages,
        ...messages.slice(-1).map((one) => ({ ...one, messageId: 'm6', sentAt: 12 * 3_600_000 - 1 })),
      ],
      deliveries: [...deliveries, ...deliveries.slice(-1).map((one) => ({ ...one, messageId: 'm6' }))],
    }),
  ],
  [
    'a line replies to someone who has not texted it',
    'replied once',
    ({ deliveries }) => ({ deliveries: withChanged(deliveries, 2, { toNumber: '+12025550143' }) }),
  ],
  ['a reply is lost', 'replied once', ({ messages }) => ({ messages: messages.slice(0, -1) })],
  [
    'a reply is sent too late',
    'replied in time',
    ({ deliveries }) => ({ deliveries: withChanged(deliveries, 2, { isLate: true }) }),
  ],
  [
    'a webhook is not told of a text',
    'every event',
    ({ eventPosts }) => ({ eventPosts: eventPosts.filter(({ id }) => id !== 'e4') }),
  ],
  [
    'a webhook has not accepted an event',
    'every event',
    ({ eventPosts }) => ({ eventPosts: eventPosts.filter(({ id, isAccepted }) => id !== 'e4' || !isAccepted) }),
  ],
  [
    'a text has two events',
    'every event',
    ({ eventPosts }) => ({ eventPosts: [...eventPosts, { ...eventPosts[1]!, id: 'e99' }] }),
  ],
  [
    'a status has no event',
    'every event',
    ({ history }) => ({ history: [...history, change('one', 'delivered', 'failed')] }),
  ],
  [
    'a change has no event',
    'every event',
    () => ({ happenings: [{ tenantId: 'clinic', kind: 'chat.done', count: 1 }] }),
  ],
  [
    'an event is given up',
    'every event',
    ({ loggedEvents }) => ({ loggedEvents: withChanged(loggedEvents, 0, { state: 'failed' }) }),
  ],
  [
    'a repeated event has another body',
    'same event',
    ({ eventPosts }) => ({ eventPosts: withChanged(eventPosts, 1, { body: '{"type":"chat.done","data":{}}' }) }),
  ],
  [
    'an event has a wrong signature',
    'same event',
    ({ eventPosts }) => ({ eventPosts: withChanged(eventPosts, 1, { isSigned: false }) }),
  ],
  [
    'an event is sent again after its success',
    'nothing after success',
    ({ eventPosts }) => ({ eventPosts: [...eventPosts, { ...eventPosts[0]!, signedAt: 7_000 }] }),
  ],
  [
    'a webhook is told of another tenant’s text',
    'tenants apart',
    ({ eventPosts }) => ({ eventPosts: withChanged(eventPosts, 0, { tenantId: 'northgate' }) }),
  ],
  [
    'a report changes when it is counted again',
    'reports fit',
    ({ reports }) => ({ reports: withChanged(reports, 0, { recounted: '{"textsIn":3}' }) }),
  ],
  ['a report misses a text', 'reports fit', ({ reports }) => ({ reports: withChanged(reports, 0, { textsIn: 1 }) })],
  ['a run never comes to rest', 'came to rest', () => ({ isQuiet: false })],
  ['the server gives up', 'stayed up', () => ({ serverEndedByItself: 1 })],
]

test('a run without errors passes', () => {
  expect(check(cleanRun())).toEqual([])
})

test.each(BROKEN)('detects that %s', (_, rule, spoil) => {
  const run = cleanRun()
  expect(check({ ...run, ...spoil(run) }).map((violation) => violation.rule)).toContain(rule)
})

test('every rule has a case that breaks it', () => {
  const broken = new Set(BROKEN.map(([, rule]) => rule))
  expect(RULES.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([])
})

test('a message that a person sent twice may be posted twice', () => {
  const run = cleanRun()
  const second = run.posts.slice(0, 1).map((post) => ({ ...post, messageSid: 'SM of one again' }))
  const posts = [...run.posts, ...second]
  const history = [...run.history, change('one', 'unknown', 'queued')]
  expect(check({ ...run, posts, history, clicks: [again] })).toEqual([])
})

test('a phone’s picture that cannot be fetched may be missing if it is reported', () => {
  const run = cleanRun()
  expect(check({ ...run, seen: withChanged(run.seen, 2, { pictures: [], missingPictures: 1 }) })).toEqual([])
})

test('a text that was definitely refused may be posted again automatically', () => {
  const run = cleanRun()
  const refused = run.posts.map((post) => ({ ...post, messageSid: null, isCertainRefusal: true }))
  expect(check({ ...run, posts: [...refused, ...run.posts] })).toEqual([])
})
