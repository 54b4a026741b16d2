import type { Chat, Message } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { openClinic } from '../../../tests/clinic.ts'
import { startHarness } from '../../../tests/harness.ts'
import type { OwnHarness } from '../../../tests/harness.ts'
import type { MovingClock } from '../../../tests/moving-clock.ts'
import { createStillClock } from '../../../tests/still-clock.ts'
import { createTexting, formOf } from '../../../tests/texting.ts'
import { until } from '../../../tests/until.ts'

type InChat = Pick<Chat, 'id'>

export const HOLD_MS = 5_000
export const HELD = { HoldSeconds: '5' }
/** Access tokens are valid for ten minutes. */
export const SOON_MS = 10_000

/** A clinic whose messages are held and scheduled. */
export type WaitingRoom = Awaited<ReturnType<typeof createWaitingRoom>>

export async function openWaitingRoom() {
  const clock = createStillClock()
  return createWaitingRoom(await startHarness({ clock, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } }), clock)
}

export async function createWaitingRoom(harness: OwnHarness, clock: MovingClock) {
  const clinic = await openClinic(harness)
  const texting = createTexting(harness, clinic)

  const inFuture = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

  const send = (
    { id: chatId }: InChat,
    text: string,
    fields: Record<string, string | Blob> = {},
    { by = clinic.dana, key }: { by?: Client; key?: string } = {},
  ) =>
    by.call('messages.send', {
      params: { chatId },
      form: formOf(text, fields),
      ...(key && { headers: { 'idempotency-key': key } }),
    })

  const opened = ({ id: chatId }: InChat) => clinic.dana.get('chats.get', { params: { chatId } })

  /** The pending messages of a chat, once they are as wanted. */
  const pendingOnce = (chat: InChat, isWanted: (pending: Message[]) => boolean) =>
    until(async () => {
      const { pending } = await opened(chat)
      return isWanted(pending) && pending
    })
  const isReturned = ({ pending }: Message) => pending?.state === 'returned'

  return {
    harness,
    clock,
    clinic,
    texting,

    /** A timer rings a millisecond late. */
    pass: (ms: number) => clock.pass(ms + 1),
    inFuture,
    /** The fields of a message that is scheduled. */
    soon: (more: object = {}) => ({ SendAt: inFuture(SOON_MS), ...more }),

    send,
    pend: async (...args: Parameters<typeof send>): Promise<Message> => (await send(...args)).data,
    cancel: ({ id: chatId }: InChat, { id: messageId }: Message, by: Client = clinic.dana) =>
      by.call('messages.cancel', { params: { chatId, messageId } }),

    opened,
    textsOf: async (chat: InChat) => (await opened(chat)).messages.map(({ text }) => text),
    pendingOnce,
    /** The first pending message of a chat, once all have been returned. */
    returnedOnce: async (chat: InChat) =>
      (await pendingOnce(chat, (all) => all.length > 0 && all.every(isReturned)))[0]!,

    /** After the person's session has ended. */
    async signInAgain(who: 'dana' | 'omar') {
      clinic[who] = { ...(await harness.signIn(`${who}@lakeside.example`)), id: clinic[who].id }
    },
  }
}
