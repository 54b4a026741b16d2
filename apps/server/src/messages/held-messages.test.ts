import type { Message } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../tests/hub.ts'
import { until } from '../../tests/until.ts'
import { HELD, HOLD_MS, openWaitingRoom } from './tests/waiting-room.ts'
import type { WaitingRoom } from './tests/waiting-room.ts'

let room: WaitingRoom
beforeAll(async () => {
  room = await openWaitingRoom()
})
afterAll(() => room.harness.close())

describe('a held message', () => {
  test('is no part of the chat until it is released, under the same ID', async () => {
    const { chat, phones } = await room.texting.newChat(['Ada'])
    await room.texting.settled(chat, await room.texting.send(chat, 'Before'))
    const [number] = phones.map((phone) => phone.number)
    const listener = await listen(room.harness.url, room.clinic.omar)
    const before = await room.opened(chat)
    const held = await room.pend(chat, 'Hello', HELD)
    expect(held).toMatchObject({
      text: 'Hello',
      delivery: [{ status: 'read' }, { status: 'queued' }],
      pending: { state: 'held', sendOn: room.inFuture(HOLD_MS), reason: null, owner: null },
    })
    expect(await room.opened(chat)).toEqual({ ...before, version: before.version + 1, pending: [held] })
    const event = await until(async () => listener.events().find(({ version }) => version === before.version + 1))
    expect(event).toMatchObject({ kind: 'ChatUpdated', data: { pending: [held] } })
    expect(room.texting.postsTo(number!)).toBe(1)

    room.pass(HOLD_MS)
    const messages = await room.texting.messages(chat, 2)
    expect(messages.at(-1)).toMatchObject({ id: held.id, text: 'Hello' })
    expect(messages.at(-1)).not.toHaveProperty('pending')
    await room.texting.settled(chat, held)
    expect(room.texting.postsTo(number!)).toBe(2)
    expect((await room.opened(chat)).pending).toEqual([])
    await listener.connection.stop()
  })

  test('assigns, opens, and claims its chat only when it is released', async () => {
    const { chat } = await room.texting.newChat(['Bea'])
    await room.clinic.dana.get('chats.setState', { params: { chatId: chat.id }, body: { state: 'done' } })
    await room.pend(chat, 'Hello', HELD)
    expect(await room.opened(chat)).toMatchObject({ assignedTo: null, state: 'done' })
    room.pass(HOLD_MS)
    await room.texting.messages(chat, 1)
    expect(await room.opened(chat)).toMatchObject({ assignedTo: room.clinic.dana.id, state: 'done' })
  })

  test('is followed by later messages of its chat, also those of others', async () => {
    const { chat, phones } = await room.texting.newChat(['Cleo'])
    await room.pend(chat, 'One', HELD)
    const inTurn = { HoldSeconds: '0' }
    const second = await room.pend(chat, 'Two', inTurn, { by: room.clinic.omar })
    const third = await room.pend(chat, 'Three', inTurn)
    expect([second, third].map((message) => message.pending?.state)).toEqual(['held', 'held'])
    const { chat: other } = await room.texting.newChat(['Cora'])
    expect(await room.pend(other, 'At once', inTurn)).not.toHaveProperty('pending')
    room.pass(HOLD_MS + 10)
    await room.texting.settled(chat, (await room.texting.messages(chat, 3)).at(-1)!)
    expect(await room.textsOf(chat)).toEqual(['One', 'Two', 'Three'])
    expect((await phones[0]!.received(3)).map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
  })

  test('does not keep back a message whose sender asks for no hold', async () => {
    const { chat } = await room.texting.newChat(['Carl'])
    await room.pend(chat, 'One', HELD)
    expect(await room.pend(chat, 'Two')).not.toHaveProperty('pending')
    room.pass(HOLD_MS)
    await room.texting.messages(chat, 2)
    expect(await room.textsOf(chat)).toEqual(['Two', 'One'])
  })

  test('is sent after a text that arrived in the meantime', async () => {
    const { chat, phones } = await room.texting.newChat(['Dina'])
    await room.pend(chat, 'Hello', HELD)
    await phones[0]!.send(room.texting.frontDesk, 'First')
    await room.texting.messages(chat, 1)
    room.pass(HOLD_MS)
    expect((await room.texting.messages(chat, 2)).map(({ text }) => text)).toEqual(['First', 'Hello'])
  })

  test('can be sent now, but not before others that are held', async () => {
    const { chat } = await room.texting.newChat(['Edda'])
    const [first, second] = [await room.pend(chat, 'One', HELD), await room.pend(chat, 'Two', HELD)]
    const sendNow = ({ id: messageId }: Message) =>
      room.clinic.dana.get('messages.reschedule', { params: { chatId: chat.id, messageId }, body: { sendAt: null } })
    expect((await sendNow(second)).pending).toMatchObject({ state: 'held', sendOn: room.inFuture(HOLD_MS + 1) })
    await room.cancel(chat, first)
    const held = (await room.opened(chat)).pending.find(({ pending }) => pending?.state === 'held')
    expect(await sendNow(held!)).not.toHaveProperty('pending')
    expect(await room.textsOf(chat)).toEqual(['Two'])
  })

  test('is written once, however often its request is repeated', async () => {
    const { chat } = await room.texting.newChat(['Effi'])
    const [first, again] = [
      await room.pend(chat, 'Hello', HELD, { key: 'effi' }),
      await room.pend(chat, 'Hello', HELD, { key: 'effi' }),
    ]
    expect(again).toEqual(first)
    room.pass(HOLD_MS)
    await room.texting.messages(chat, 1)
    expect(await room.pend(chat, 'Hello', HELD, { key: 'effi' })).toMatchObject({ id: first.id })
    expect(await room.textsOf(chat)).toEqual(['Hello'])
  })

  test('survives a restart, and is sent once', async () => {
    const { chat, phones } = await room.texting.newChat(['Fina'])
    await room.pend(chat, 'Hello', HELD)
    await room.harness.restart()
    expect(await room.textsOf(chat)).toEqual([])
    // The process that was started does not know of it before it has looked.
    await until(async () => {
      room.pass(HOLD_MS)
      return (await room.textsOf(chat)).length > 0
    })
    await room.texting.settled(chat, (await room.opened(chat)).messages[0]!)
    room.pass(HOLD_MS)
    expect(room.texting.postsTo(phones[0]!.number)).toBe(1)
  })
})

describe('undo', () => {
  test('makes it a draft of its author again, with its files and reply', async () => {
    const { chat, phones } = await room.texting.newChat(['Gina'])
    const parent = await room.texting.send(chat, 'When?')
    await room.texting.settled(chat, parent)
    const file = new File(['BEGIN:VCARD\nVERSION:3.0\nFN:Gina\nEND:VCARD'], 'gina.vcf', { type: 'text/vcard' })
    const fields = { ...HELD, Media: file, ReplyToMessageId: parent.id }
    const held = await room.pend(chat, 'At nine', fields, { key: 'gina' })
    expect((await room.cancel(chat, held)).data).toMatchObject({ text: 'At nine', parentId: parent.id })
    const [draft] = (await room.opened(chat)).pending
    expect(draft).toMatchObject({
      text: 'At nine',
      parent: { text: 'When?' },
      media: [{ fileName: 'gina.vcf' }],
      pending: { state: 'returned', reason: 'undone', owner: room.clinic.dana.id },
    })
    room.pass(HOLD_MS)
    const answer = await room.send(chat, 'At nine', fields, { key: 'gina' })
    expect([answer.status, answer.error?.error]).toEqual([409, 'canceled'])
    expect(await room.textsOf(chat)).toEqual(['When?'])
    expect(room.texting.postsTo(phones[0]!.number)).toBe(1)
  })

  test('leaves a draft that the count and the filter Scheduled leave out, unlike one that is scheduled', async () => {
    const { chat } = await room.texting.newChat(['Hilda'])
    const listed = async () => {
      const chats = await room.clinic.omar.get('chats.search', { body: { scheduled: true, limit: 200 } })
      return chats.find(({ id }) => id === chat.id)?.scheduledCount
    }
    const filterCount = async () => (await room.clinic.omar.get('chats.counts')).scheduled.count
    const before = await filterCount()
    const undone = (await room.cancel(chat, await room.pend(chat, 'Undone', HELD))).data
    expect((await room.opened(chat)).pending).toMatchObject([{ id: undone.id, pending: { reason: 'undone' } }])
    expect([await listed(), await filterCount()]).toEqual([undefined, before])
    expect(await room.opened(chat)).toMatchObject({ scheduledCount: 0 })
    await room.pend(chat, 'Scheduled', room.soon())
    expect([await listed(), await filterCount()]).toEqual([1, before + 1])
  })

  test('is for its author and Admins, and for no other tenant', async () => {
    const { chat } = await room.texting.newChat(['Hana'])
    const held = await room.pend(chat, 'Hello', HELD, { by: room.clinic.omar })
    expect((await room.cancel(chat, held, room.clinic.mei)).error?.error).toBe('forbidden')
    expect((await room.cancel(chat, held, room.clinic.stranger)).error?.error).toBe('not-found')
    expect((await room.opened(chat)).pending).toEqual([held])
    expect((await room.cancel(chat, held, room.clinic.dana)).status).toBe(200)
    expect((await room.opened(chat)).pending[0]?.pending).toMatchObject({ owner: room.clinic.omar.id })
  })

  test('is refused once the message was sent', async () => {
    const { chat } = await room.texting.newChat(['Ida'])
    const held = await room.pend(chat, 'Hello', HELD)
    room.pass(HOLD_MS)
    await room.texting.messages(chat, 1)
    const answer = await room.cancel(chat, held)
    expect([answer.status, answer.error?.error]).toEqual([409, 'already-sent'])
  })

  test('and the release of a message never both succeed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { chat } = await room.texting.newChat(['Jana'])
      const held = await room.pend(chat, 'Hello', HELD)
      const canceling = room.cancel(chat, held)
      room.pass(HOLD_MS)
      const { status } = await canceling
      const texts =
        status === 200 ? await room.pendingOnce(chat, (all) => all.length === 1) : await room.texting.messages(chat, 1)
      expect(texts.map(({ text }) => text)).toEqual(['Hello'])
      const { messages, pending } = await room.opened(chat)
      expect(messages.length + pending.length).toBe(1)
      expect([status, messages.length]).toEqual(status === 200 ? [200, 0] : [409, 1])
    }
  })
})
