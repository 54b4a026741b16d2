import type { Chat, Delivery, Message } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { phoneOf } from './phone.ts'
import type { Phone } from './phone.ts'
import { until } from './until.ts'

type ChatOf = Pick<Chat, 'id'>

/** Sends texts as people of a clinic, and reads what came of them. */
export type Texting = ReturnType<typeof createTexting>

let contacts = 0

export function createTexting(harness: Pick<Harness, 'sandbox'>, clinic: Clinic) {
  const texting = {
    /** The number that {@link Texting.newChat} texts from, E.164. */
    frontDesk: clinic.numbers[0].number,

    /** A chat of Dana and Omar on the first number with new contacts, whose phones it returns. */
    async newChat(names: string[], more: object = {}): Promise<{ chat: Chat; phones: Phone[] }> {
      const phones: Phone[] = []
      const memberIds: string[] = [clinic.dana.id, clinic.omar.id]
      for (const name of names) {
        contacts += 1
        const number = `+1202558${String(contacts).padStart(4, '0')}`
        memberIds.push((await clinic.contact(name, number)).memberId)
        phones.push(phoneOf(harness.sandbox, number))
      }
      const body = { numberId: clinic.numbers[0].id, name: names.join(', '), memberIds, ...more }
      return { chat: await clinic.dana.get('chats.create', { body }), phones }
    },

    send: (chat: ChatOf, text: string, by: Client = clinic.dana): Promise<Message> =>
      by.get('messages.send', { params: { chatId: chat.id }, form: formOf(text) }),

    messagesOf: async (chat: ChatOf): Promise<Message[]> =>
      (await clinic.dana.get('chats.get', { params: { chatId: chat.id } })).messages,

    /** The chat's messages, as soon as they are so many. */
    messages: (chat: ChatOf, count: number): Promise<Message[]> =>
      until(async () => {
        const messages = await texting.messagesOf(chat)
        return messages.length >= count && messages
      }),

    /** The deliveries to phones of a message, once they are as wanted. */
    deliveries: (
      chat: ChatOf,
      { id }: Pick<Message, 'id'>,
      wanted: (all: Delivery[]) => boolean,
    ): Promise<Delivery[]> =>
      until(async () => {
        const message = (await texting.messagesOf(chat)).find((candidate) => candidate.id === id)
        const toPhones = message?.delivery.filter(({ status }) => status !== 'read') ?? []
        return wanted(toPhones) && toPhones
      }),

    /** The deliveries to phones of a message, once all of them are final. */
    settled: (chat: ChatOf, message: Pick<Message, 'id'>): Promise<Delivery[]> =>
      texting.deliveries(chat, message, (all) => all.every(({ status }) => !UNDER_WAY.includes(status))),

    /** How often a text was posted to Twilio for this phone. */
    postsTo: (number: string): number => harness.sandbox.log.filter(({ to }) => to === number).length,
  }
  return texting
}

const UNDER_WAY = ['queued', 'sending', 'sent']

export function formOf(text: string, more: Record<string, string | Blob> = {}): FormData {
  const form = new FormData()
  form.set('Message', text)
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  return form
}
