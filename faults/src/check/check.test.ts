import { expect, test } from 'vitest'
import type { Evidence } from '../evidence/evidence.ts'
import { check, RULES } from './check.ts'

const NUMBER = '+12025550100'
const PHONE = '+12025550142'

/** Dana writes twice to one phone, and the phone answers twice, each once with a picture: nothing is wrong with it. */
function cleanRun(): Evidence {
  const ours = { tenantId: 'clinic' }
  const picturesOf = (text: string) => (text === 'one' || text === 'yes' ? [`picture of ${text}`] : [])
  const written = ['one', 'two'].map((text, index) => ({ ...ours, text, messageId: `m${index + 1}`, chatId: 'chat' }))
  const answered = ['yes', 'no'].map((text, index) => ({ ...ours, text, messageId: `m${index + 3}`, chatId: 'chat' }))
  return {
    sends: written.map(({ messageId, ...send }, index) => ({
      ...send,
      step: index + 1,
      key: `key of ${send.text}`,
      answeredIds: [messageId],
      pictures: picturesOf(send.text),
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
    serverEndedByItself: 0,
    isQuiet: true,
    posts: written.map(({ text }) => ({
      deliveryId: `d of ${text}`,
      from: NUMBER,
      to: PHONE,
      messageSid: `SM of ${text}`,
      isCertainRefusal: false,
    })),
    twilioMessages: written.map(({ text }) => ({
      sid: `SM of ${text}`,
      direction: 'outbound-api',
      from: NUMBER,
      to: PHONE,
      body: text,
      status: 'delivered',
    })),
    received: written.map(({ text }) => ({ phone: PHONE, from: NUMBER, text, pictures: picturesOf(text) })),
    messages: [
      ...written.map((message) => ({ ...message, providerSid: null, recovered: false })),
      ...answered.map((message) => ({ ...message, providerSid: `SM of ${message.text}`, recovered: false })),
    ],
    deliveries: written.map(({ text, messageId }) => ({
      ...ours,
      deliveryId: `d of ${text}`,
      messageId,
      memberId: 'phone',
      status: 'delivered',
      toNumber: PHONE,
      body: text,
      isWaiting: false,
    })),
    history: written.flatMap(({ text }) => [
      change(text, 'queued', 'sending', { isClaim: true }),
      change(text, 'sending', 'sent'),
      change(text, 'sent', 'delivered'),
    ]),
    inbound: answered.map(({ text }, index) => ({
      ...ours,
      messageSid: `SM of ${text}`,
      receivedAt: 1_000 * (index + 1) + 500,
      recovered: false,
      attempts: 0,
      isHandled: true,
      rejectedReason: null,
    })),
    chats: [{ ...ours, chatId: 'chat', number: NUMBER, messageCount: 4, lastMessageId: 'm4' }],
    seen: [...written, ...answered].map(({ text, messageId }) => ({
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

/** The same list, with one entry changed, by its place. */
function but<Item>(items: readonly Item[], place: number, part: Partial<Item>): Item[] {
  return items.map((item, index) => (index === place ? { ...item, ...part } : item))
}

const again = { step: 9, tenantId: 'clinic', messageId: 'm1', memberId: 'phone', click: 'send-again' } as const

type Case = [promise: string, rule: string, spoil: (run: Evidence) => Partial<Evidence>]

const BROKEN: Case[] = [
  ['a message is lost', 'kept once', ({ messages }) => ({ messages: messages.slice(1) })],
  [
    'a message is kept twice',
    'kept once',
    ({ messages }) => ({
      messages: [...messages, ...messages.slice(0, 1).map((one) => ({ ...one, messageId: 'm9' }))],
    }),
  ],
  [
    'a message is in another chat',
    'kept once',
    ({ messages }) => ({ messages: but(messages, 0, { chatId: 'other' }) }),
  ],
  [
    'one key gave two messages',
    'one message a key',
    ({ sends }) => ({ sends: but(sends, 0, { answeredIds: ['m1', 'm2'] }) }),
  ],
  ['the API hides a message', 'shown once', ({ seen }) => ({ seen: seen.slice(1) })],
  ['the API shows a message twice', 'shown once', ({ seen }) => ({ seen: [...seen, ...seen.slice(0, 1)] })],
  ['a text is posted twice', 'posted once', ({ posts }) => ({ posts: [...posts, ...posts.slice(1)] })],
  [
    'a text is posted again after an answer that leaves it in doubt',
    'posted once',
    ({ posts }) => ({ posts: [...posts, ...posts.slice(1).map((post) => ({ ...post, messageSid: null }))] }),
  ],
  [
    'something is posted that nobody wrote',
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
    'a text that stands as failed is on the phone',
    'sent as said',
    ({ deliveries }) => ({ deliveries: but(deliveries, 0, { status: 'failed' }) }),
  ],
  [
    'Twilio gets other words',
    'sent as said',
    ({ twilioMessages }) => ({ twilioMessages: but(twilioMessages, 0, { body: 'other' }) }),
  ],
  ['a later text goes first', 'in order', ({ posts }) => ({ posts: posts.toReversed() })],
  [
    'a status goes back',
    'only forward',
    ({ history }) => ({ history: [...history, change('one', 'delivered', 'sent')] }),
  ],
  [
    'a text is queued again without a click',
    'only forward',
    ({ history }) => ({ history: [...history, change('one', 'failed', 'queued')] }),
  ],
  [
    'an end at Twilio is never told',
    'agrees with Twilio',
    ({ deliveries }) => ({ deliveries: but(deliveries, 0, { status: 'sent' }) }),
  ],
  [
    'a text stands as delivered that Twilio never had',
    'agrees with Twilio',
    ({ posts }) => ({ posts: but(posts, 0, { messageSid: null, isCertainRefusal: true }) }),
  ],
  [
    'a phone’s text is nowhere',
    'came in once',
    ({ messages }) => ({ messages: messages.filter(({ text }) => text !== 'yes') }),
  ],
  [
    'a phone’s text is in a chat and among the rejected',
    'came in once',
    ({ inbound }) => ({ inbound: but(inbound, 0, { rejectedReason: 'contact disabled' }) }),
  ],
  ['a text comes from nobody', 'came in once', ({ phoneTexts }) => ({ phoneTexts: phoneTexts.slice(1) })],
  ['a text is changed', 'came in once', ({ messages }) => ({ messages: but(messages, 2, { text: 'maybe' }) })],
  [
    'a text is in a chat of another number',
    'came in once',
    ({ chats }) => ({ chats: but(chats, 0, { number: '+12025550101' }) }),
  ],
  [
    'a later text of a phone stands first',
    'came in order',
    ({ messages }) => ({ messages: but(but(messages, 2, { messageId: 'm4' }), 3, { messageId: 'm3' }) }),
  ],
  [
    'a text is posted that was claimed after the STOP',
    'nothing after STOP',
    ({ history }) => ({ history: but(history, 0, { optedOut: true }) }),
  ],
  [
    'somebody sees a message of another tenant',
    'tenants apart',
    ({ seen }) => ({ seen: but(seen, 0, { tenantId: 'northgate' }) }),
  ],
  [
    'a text is kept for another tenant',
    'tenants apart',
    ({ messages }) => ({ messages: but(messages, 0, { tenantId: 'northgate' }) }),
  ],
  [
    'a text goes out from another tenant’s number',
    'tenants apart',
    ({ deliveries }) => ({ deliveries: but(deliveries, 0, { tenantId: 'northgate' }) }),
  ],
  [
    'another tenant’s chat is answered',
    'tenants apart',
    ({ foreignAnswers }) => ({ foreignAnswers: but(foreignAnswers, 0, { status: 200 }) }),
  ],
  [
    'a text stays in the queue',
    'everything settled',
    ({ deliveries }) => ({ deliveries: but(deliveries, 0, { isWaiting: true }) }),
  ],
  [
    'a phone’s text is never handled',
    'everything settled',
    ({ inbound }) => ({ inbound: but(inbound, 0, { isHandled: false }) }),
  ],
  ['a chat counts wrongly', 'counters fit', ({ chats }) => ({ chats: but(chats, 0, { messageCount: 5 }) })],
  ['a chat ends wrongly', 'counters fit', ({ chats }) => ({ chats: but(chats, 0, { lastMessageId: 'm3' }) })],
  [
    'an acknowledged picture is not served',
    'pictures kept',
    ({ seen }) => ({ seen: but(seen, 0, { pictures: ['404'] }) }),
  ],
  ['an acknowledged picture is not shown', 'pictures kept', ({ seen }) => ({ seen: but(seen, 0, { pictures: [] }) })],
  [
    'a picture is shown that nobody sent',
    'pictures kept',
    ({ seen }) => ({ seen: but(seen, 1, { pictures: ['picture of one'] }) }),
  ],
  [
    'a phone’s picture is neither served nor said to be missing',
    'pictures kept',
    ({ seen }) => ({ seen: but(seen, 2, { pictures: [] }) }),
  ],
  [
    'a phone’s picture is served with other bytes',
    'pictures kept',
    ({ seen }) => ({ seen: but(seen, 2, { pictures: ['picture of one'] }) }),
  ],
  [
    'a phone gets a text without its picture',
    'pictures arrive',
    ({ received }) => ({ received: but(received, 0, { pictures: [] }) }),
  ],
  ['a run never comes to rest', 'came to rest', () => ({ isQuiet: false })],
  ['the server gives up', 'stayed up', () => ({ serverEndedByItself: 1 })],
]

test('a run in which nothing is wrong passes', () => {
  expect(check(cleanRun())).toEqual([])
})

test.each(BROKEN)('it is found when %s', (_, rule, spoil) => {
  const run = cleanRun()
  expect(check({ ...run, ...spoil(run) }).map((violation) => violation.rule)).toContain(rule)
})

test('every rule has a case that breaks it', () => {
  const broken = new Set(BROKEN.map(([, rule]) => rule))
  expect(RULES.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([])
})

test('what a person asked for twice may be posted twice', () => {
  const run = cleanRun()
  const second = run.posts.slice(0, 1).map((post) => ({ ...post, messageSid: 'SM of one again' }))
  const posts = [...run.posts, ...second]
  const history = [...run.history, change('one', 'unknown', 'queued')]
  expect(check({ ...run, posts, history, clicks: [again] })).toEqual([])
})

test('a phone’s picture that cannot be fetched may be missing where that is said', () => {
  const run = cleanRun()
  expect(check({ ...run, seen: but(run.seen, 2, { pictures: [], missingPictures: 1 }) })).toEqual([])
})

test('a text that was certainly refused may be posted again by itself', () => {
  const run = cleanRun()
  const refused = run.posts.map((post) => ({ ...post, messageSid: null, isCertainRefusal: true }))
  expect(check({ ...run, posts: [...refused, ...run.posts] })).toEqual([])
})
