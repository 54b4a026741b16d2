import type { CallInput, Chat, ChatId, Message, MessageId, Note, Snippet, UserId } from '@partyline/contract'
import { signIn } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { appUrl } from './addresses.ts'

export const DANA = 'dana@lakeside.example'

let danasClient: Promise<Client> | undefined

/** Dana's client, signed in once per test: its token is valid for minutes. */
const asDana = () => (danasClient ??= signIn(appUrl(), DANA))

/** Objects created by a test, to be removed before the next one. */
const arranged: ChatId[] = []

/** Deletes the chats that were arranged: a list that grows from test to test would show other chats than a test expects. */
export async function clearArranged(): Promise<void> {
  // A test may have deleted its chat.
  for (const chatId of arranged.splice(0)) await (await asDana()).call('chats.delete', { params: { chatId } })
  for (const snippet of (await (await asDana()).get('snippets.list')).snippets) await remove(snippet)
  danasClient = undefined
}

const remove = async ({ id }: Snippet) => (await asDana()).call('snippets.delete', { params: { snippetId: id } })

/** Adds snippets of Dana, or shared ones. They are all that she has. */
export async function arrangeSnippets(bodies: readonly CallInput<'snippets.create'>['body'][]): Promise<void> {
  const dana = await asDana()
  for (const snippet of (await dana.get('snippets.list')).snippets) await remove(snippet)
  for (const body of bodies) await dana.get('snippets.create', { body })
}

/** Marks all of Dana's chats as read, so that the list keeps its order while they are opened. */
export async function viewAll(): Promise<void> {
  const dana = await asDana()
  for (const { id } of await dana.get('chats.search', { body: { mode: 'my' } })) {
    await dana.get('chats.viewChat', { params: { chatId: id } })
  }
}

type Contact = { name: string; number: string }
type Wanted = { name: string; number?: string; contact: Contact; others?: Contact[]; team?: string[] }

/**
 * Creates a chat of Dana and her team through the API, with phones that no other test uses. When a test is
 * repeated, the phones already exist in the first chat.
 */
export async function arrangeChat({
  name,
  number = 'Front desk',
  contact,
  others = [],
  team = [],
}: Wanted): Promise<Chat> {
  const dana = await asDana()
  const numbers = await dana.get('numbers.twilio')
  const ours = numbers.find((one) => one.name === number)
  const known = await dana.get('numbers.mobile')
  const phones = await Promise.all(
    [contact, ...others].map(async (body) => {
      const there = known.filter(({ number: taken }) => taken === body.number)
      const other = there.find(({ name: called }) => called !== body.name)
      if (other) throw new Error(`${body.number} is the phone of ${other.name} in another test already.`)
      return (there.length > 0 ? there : await dana.get('numbers.addMobile', { body })).map(({ id }) => id)
    }),
  )
  const me = await dana.get('users.me')
  if (!ours) throw new Error(`The demo has no number ${number}.`)
  const colleagues = await Promise.all(team.map(userCalled))
  const memberIds = [me.id, ...colleagues, ...phones.flat()]
  return keep(await dana.get('chats.create', { body: { numberId: ours.id, name, memberIds, moveMembers: true } }))
}

/** A contact, enabled or disabled. It already exists when a test is repeated. */
export async function arrangeContact({ name, number }: Contact, { disabled }: { disabled: boolean }): Promise<void> {
  const dana = await asDana()
  const known = (await dana.get('numbers.mobile')).find((one) => one.number === number)
  const [contact] = known ? [known] : await dana.get('numbers.addMobile', { body: { name, number } })
  if (!contact) throw new Error(`${number} was not added.`)
  const params = { numberId: contact.id }
  await dana.get('settings.updateMobileNumber', { params, body: { name, disabled } })
}

/** The newest text of a chat of Dana. */
export async function lastTextIn(chatId: ChatId): Promise<string | undefined> {
  return (await (await asDana()).get('chats.get', { params: { chatId } })).messages.at(-1)?.text
}

/** A chat with only Dana, so that messages send no texts. */
export async function arrangeNotes(name: string): Promise<Chat> {
  const dana = await asDana()
  const [ours] = await dana.get('numbers.twilio')
  const me = await dana.get('users.me')
  if (!ours) throw new Error('The demo has no number.')
  return keep(await dana.get('chats.create', { body: { numberId: ours.id, name, memberIds: [me.id] } }))
}

function keep(chat: Chat): Chat {
  arranged.push(chat.id)
  return chat
}

async function userCalled(name: string): Promise<UserId> {
  const user = (await (await asDana()).get('users.list')).find((one) => one.name === name)
  if (!user) throw new Error(`No user is called ${name}.`)
  return user.id
}

/** A note of Dana that mentions users by name. */
export async function arrangeMention(chatId: ChatId, names: readonly string[], words: string): Promise<Note> {
  const text = [...names.map((name) => `@${name}`), words].join(' ')
  const mentions = await Promise.all(names.map(userCalled))
  return (await asDana()).get('notes.add', { params: { chatId }, body: { text, mentions } })
}

/** Dana assigns the chat to a user. */
export async function arrangeAssignment(chatId: ChatId, name: string): Promise<void> {
  await (await asDana()).get('chats.assign', { params: { chatId }, body: { userId: await userCalled(name) } })
}

/** Sends these texts by Dana in order; the last one may reply to another message. */
export async function arrangeTexts(
  chatId: ChatId,
  texts: readonly string[],
  { replyTo }: { replyTo?: MessageId } = {},
): Promise<Message[]> {
  const dana = await asDana()
  const sent: Message[] = []
  for (const [at, text] of texts.entries()) {
    const form = new FormData()
    form.set('Message', text)
    if (replyTo && at === texts.length - 1) form.set('ReplyToMessageId', replyTo)
    sent.push(await dana.get('messages.send', { params: { chatId }, form }))
  }
  return sent
}

/** A message of Dana that is held or scheduled. */
export async function arrangePending(
  chatId: ChatId,
  text: string,
  fields: Record<string, string | File>,
): Promise<Message> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ Message: text, ...fields })) form.set(name, value)
  return (await asDana()).get('messages.send', { params: { chatId }, form })
}

/** Sends a pending message now. */
export async function releasePending(chatId: ChatId, { id: messageId }: Message): Promise<void> {
  await (await asDana()).get('messages.reschedule', { params: { chatId, messageId }, body: { sendAt: null } })
}
