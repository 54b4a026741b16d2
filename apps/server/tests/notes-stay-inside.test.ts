// Whatever people do with texts and notes: no byte of a note leaves the server for Twilio, a phone, or an export.
import type { Chat, Message, Note } from '@partyline/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outside } from '../src/index.ts'
import { createWaitingRoom, SOON_MS } from '../src/messages/tests/waiting-room.ts'
import type { WaitingRoom } from '../src/messages/tests/waiting-room.ts'
import { startHarness } from './harness.ts'
import { createStillClock } from './still-clock.ts'
import type { Phone } from './phone.ts'
import { until } from './until.ts'

/** `OPERATIONS=10000` tries more. */
const OPERATIONS = Number(process.env['OPERATIONS'] ?? 250)
/** In every note and in the name and content of its files. */
const INSIDE = 'onlyfortheteam'
/** In every text. */
const OUTSIDE = 'forthephone'

const sent: string[] = []

/** Keeps every request. */
const recorded = (outside: Outside): Outside => ({
  ...outside,
  async fetch(input, init) {
    const request = new Request(input, init)
    const headers = JSON.stringify([...request.headers])
    sent.push(decodeURIComponent(`${request.url} ${headers} ${await request.clone().text()}`.replaceAll('+', ' ')))
    return outside.fetch(input, init)
  },
})

const FILE = { fileName: `${INSIDE}.csv`, contentType: 'text/csv', base64: btoa(INSIDE) }
const picture = () => new File([`${OUTSIDE},1`], 'prices.csv', { type: 'text/csv' })

let room: WaitingRoom
let chats: { chat: Chat; phones: Phone[] }[]
beforeAll(async () => {
  const clock = createStillClock()
  const pace = { queued: 5, sending: 5, sent: 5 }
  room = await createWaitingRoom(await startHarness({ clock, outside: recorded, sandbox: { pace } }), clock)
  chats = [await room.texting.newChat(['Ann']), await room.texting.newChat(['Bob', 'Cleo'], { relay: true })]
})
afterAll(() => room.harness.close())

const OPERATION = fc.record({
  what: fc.constantFrom(
    ...(['text', 'file', 'held', 'scheduled', 'cancel', 'now', 'receive', 'wait'] as const),
    ...(['note', 'noteWithFile', 'edit', 'delete', 'sameKey'] as const),
    ...(['replyToNote', 'replaceByNote', 'scheduleNote', 'resendNote', 'cancelNote'] as const),
  ),
  chat: fc.nat(1),
  who: fc.constantFrom('dana' as const, 'omar' as const),
  pick: fc.nat(1_000),
})
type Operation = typeof OPERATION extends fc.Arbitrary<infer Value> ? Value : never

/** Does it. The status of a call that treats a note as a message. */
async function play({ what, chat: at, who, pick }: Operation, step: number): Promise<number | null> {
  const { chat, phones } = chats[at]!
  const by = room.clinic[who]
  const params = { chatId: chat.id }
  const text = `${OUTSIDE} ${step}`
  const note = { text: `${INSIDE} ${step} @Mei`, mentions: [room.clinic.mei.id] }
  const notes = async () => (await by.get('notes.list', { params })).filter(({ deletedOn }) => !deletedOn)
  const picked = <Item>(items: readonly Item[]): Item | undefined => items[pick % Math.max(1, items.length)]
  const own = async () => picked((await notes()).filter(({ createdBy }) => createdBy === by.id))
  const pendingOne = async () => picked<Message>((await room.opened(chat)).pending)
  const send = (fields: Record<string, string | Blob> = {}) => room.send(chat, text, fields, { by })
  const asMessage = async (call: (noteId: Note['id']) => Promise<{ status: number }>): Promise<number | null> => {
    const noted = picked(await notes())
    return noted ? (await call(noted.id)).status : null
  }
  const add = (more: object = {}) => by.get('notes.add', { params, body: { ...note, ...more } })
  const plays: Record<Operation['what'], () => Promise<unknown>> = {
    text: () => send(),
    file: () => send({ Media: picture() }),
    held: () => send({ HoldSeconds: '5' }),
    scheduled: () => send(room.soon()),
    cancel: async () => {
      const message = await pendingOne()
      if (message) await room.cancel(chat, message, by)
    },
    now: async () => {
      const message = await pendingOne()
      const one = { ...params, messageId: message?.id ?? '' }
      if (message) await by.call('messages.reschedule', { params: one, body: { sendAt: null } })
    },
    receive: () => picked(phones)!.send(room.texting.frontDesk, `${OUTSIDE} from a phone ${step}`),
    wait: async () => room.pass(SOON_MS),
    note: () => add(),
    noteWithFile: () => add({ media: [FILE] }),
    edit: async () => {
      const mine = await own()
      if (mine) await by.get('notes.update', { params: { ...params, noteId: mine.id }, body: { ...note } })
    },
    delete: async () => {
      const mine = await own()
      if (mine) await by.get('notes.delete', { params: { ...params, noteId: mine.id } })
    },
    sameKey: async () => {
      const key = `key ${step}`
      await by.get('notes.add', { params, body: note, headers: { 'Idempotency-Key': key } })
      await room.send(chat, text, {}, { by, key })
    },
    replyToNote: () => asMessage((id) => send({ ReplyToMessageId: id })),
    replaceByNote: () => asMessage((id) => send({ ReplacesMessageId: id })),
    scheduleNote: () =>
      asMessage((id) =>
        by.call('messages.reschedule', { params: { ...params, messageId: id }, body: { sendAt: null } }),
      ),
    resendNote: () => asMessage((id) => by.call('messages.sendFailedAgain', { params: { ...params, messageId: id } })),
    cancelNote: () => asMessage((id) => by.call('messages.cancel', { params: { ...params, messageId: id } })),
  }
  const status = await plays[what]()
  return typeof status === 'number' ? status : null
}

test(`after ${OPERATIONS} texts, notes, edits, and schedules, no one outside has read a word of a note`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(OPERATION, { minLength: OPERATIONS, maxLength: OPERATIONS }), async (operations) => {
      const statuses = new Set<number>()
      for (const [step, operation] of operations.entries()) {
        const status = await play(operation, step)
        if (status !== null) statuses.add(status)
        // Sessions end while the clock passes.
        if (step % 40 === 39) for (const who of ['dana', 'omar'] as const) await room.signInAgain(who)
      }
      expect([...statuses].filter((status) => status < 400)).toEqual([])
      expect(statuses.size).toBeGreaterThan(0)
    }),
    { numRuns: 1, endOnFailure: true },
  )
  await room.signInAgain('dana')
  room.pass(SOON_MS)
  for (const { chat } of chats)
    await until(async () => (await room.opened(chat)).pending.every(({ pending }) => pending?.state === 'returned'))
  const { dana } = room.clinic
  const received = (await Promise.all(chats.flatMap(({ phones }) => phones).map((phone) => phone.messages()))).flat()
  const exported = await dana.call('settings.exportMobileNumbers')
  expect(JSON.stringify(received)).toContain(OUTSIDE)
  expect(sent.filter((request) => request.includes(OUTSIDE)).length).toBeGreaterThan(OPERATIONS / 20)
  const outside = [...sent, JSON.stringify(received), JSON.stringify(exported.data)]
  expect(outside.filter((bytes) => bytes.includes(INSIDE))).toEqual([])
  const noted = await Promise.all(chats.map(({ chat }) => dana.get('notes.list', { params: { chatId: chat.id } })))
  const files = noted.flat().flatMap(({ media }) => media.map(({ id }) => id))
  expect(files.length).toBeGreaterThan(0)
  expect(sent.filter((request) => files.some((id) => request.includes(id)))).toEqual([])
})
