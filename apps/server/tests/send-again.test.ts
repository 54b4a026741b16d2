import type { Message } from '@partyline/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { listen } from './hub.ts'
import { createStillClock } from './still-clock.ts'
import { createTexting } from './texting.ts'
import type { Texting } from './texting.ts'

const CALLS = [
  'messages.sendAgain',
  'messages.sendFailedAgain',
  'messages.dismissFailure',
  'messages.markSent',
] as const

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  // Without time, nothing is polled: what is sent again goes out because the worker is woken.
  harness = await startHarness({ clock: createStillClock(), sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())
afterEach(() => harness.sandbox.faults.clear())

/** A message to Ann and Ben that Ann’s phone did not receive. */
async function failedMessage(fault: 'carrierError' | 'errorBeforeAccepting') {
  const { chat, phones } = await texting.newChat(['Ann', 'Ben'])
  const phone = phones[0]?.number ?? ''
  const faults = fault === 'carrierError' ? { carrierError: { times: 1, code: 30_003 } } : { [fault]: { times: 1 } }
  harness.sandbox.faults.set({ phone, faults })
  const message = await texting.send(chat, 'Hello')
  await texting.settled(chat, message)
  const memberOf = (name: string) => chat.members.find((member) => member.name === name)?.id ?? ''
  return { chat, message, ann: memberOf('Ann'), ben: memberOf('Ben') }
}

const paramsOf = (chat: { id: string }, { id }: Pick<Message, 'id'>, memberId: string) => ({
  chatId: chat.id,
  messageId: id,
  memberId,
})

describe('resolving a failed text', () => {
  test.each(CALLS)('with %s answers 404 for a message of another chat', async (call) => {
    const { message, ann } = await failedMessage('carrierError')
    const { chat: other } = await texting.newChat(['Cal'])
    const { status } = await clinic.dana.call(call, { params: paramsOf(other, message, ann) })
    expect(status).toBe(404)
  })

  test.each(['messages.sendAgain', 'messages.markSent'] as const)(
    'with %s answers 404 for a member without a phone',
    async (call) => {
      const { chat, message } = await failedMessage('carrierError')
      const { status } = await clinic.dana.call(call, { params: paramsOf(chat, message, clinic.omar.id) })
      expect(status).toBe(404)
    },
  )

  test('does not resend it to a phone that received it', async () => {
    const { chat, message, ben } = await failedMessage('carrierError')
    const { status } = await clinic.dana.call('messages.sendAgain', { params: paramsOf(chat, message, ben) })
    expect(status).toBe(409)
  })

  test('resends it at once', async () => {
    const { chat, message, ann } = await failedMessage('carrierError')
    await clinic.dana.get('messages.sendAgain', { params: paramsOf(chat, message, ann) })
    const isDelivered = ({ memberId, status }: { memberId: string; status: string }) =>
      memberId === ann && status === 'delivered'
    const deliveries = await texting.deliveries(chat, message, (all) => all.some(isDelivered))
    expect(deliveries).toHaveLength(2)
  })

  test('is announced to other users at once', async () => {
    const { chat, message, ann } = await failedMessage('carrierError')
    const omar = await listen(harness.url, clinic.omar)
    const changed = (status: string) =>
      omar
        .events()
        .filter(({ kind, chatId }) => kind === 'DeliveryStatusUpdated' && chatId === chat.id)
        .map(({ data }) => (data as { changed: { memberId: string; status: string; dismissed: boolean }[] }).changed)
        .filter((records) => records.some((record) => record.status === status))
    const params = paramsOf(chat, message, ann)
    await clinic.dana.get('messages.dismissFailure', { params })
    // Ben’s delivery is unchanged.
    await expect.poll(() => changed('undelivered')).toMatchObject([[{ memberId: ann, dismissed: true }]])
    await clinic.dana.get('messages.sendAgain', { params })
    await expect.poll(() => changed('queued')).toMatchObject([[{ memberId: ann, dismissed: false }]])
    await omar.connection.stop()
  })

  test('is recorded in the audit log if an unknown outcome is marked as sent', async () => {
    const { chat, message, ann } = await failedMessage('errorBeforeAccepting')
    await clinic.dana.get('messages.markSent', { params: paramsOf(chat, message, ann) })
    const [entry] = await clinic.dana.get('settings.audit', { query: { kind: 'markedAsSent' } })
    expect(entry).toMatchObject({ subject: 'Ann', by: expect.objectContaining({ id: clinic.dana.id }) as object })
    const deliveries = await texting.deliveries(chat, message, () => true)
    expect(deliveries.find(({ memberId }) => memberId === ann)).toMatchObject({ status: 'sent' })
  })
})
