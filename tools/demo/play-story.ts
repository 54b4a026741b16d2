import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Chat, DeliveryStatus, Message } from '@partyline/contract'
import { signIn } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import type { World } from '@partyline/sandbox'
import { CONTACTS } from './stories.ts'
import type { StoryText, Story } from './stories.ts'

export type DemoWorld = { appUrl: string; sandboxUrl: string; world: World }

const POLL_MS = 50
/** For all deliveries of a story, on a busy machine. */
const TIMEOUT_MS = 60_000
const ARRIVED = new Set<DeliveryStatus>(['delivered', 'read', 'skipped'])

/**
 * Plays one story: users write through the API, phones through the sandbox, each after the previous text arrived. An
 * interrupted story continues where it stopped.
 */
export async function playStory(story: Story, demo: DemoWorld): Promise<void> {
  const clients = new Map<string, Client>()
  for (const { name, login } of demo.world.directories[0]?.people ?? []) {
    const firstName = name.split(' ')[0] ?? name
    if (story.members.includes(firstName)) clients.set(firstName, await signIn(demo.appUrl, login))
  }
  const client = [...clients.values()][0]
  if (!client) throw new Error(`The story ${story.name} has no user.`)
  const chat = (await chatBefore(story, client)) ?? (await createChat(story, client))
  const sentCount = chat.messages.length
  let last = chat.messages.at(-1)
  for (const [index, text] of story.texts.entries()) {
    if (index < sentCount) continue
    const writer = clients.get(text.from)
    if (writer) await writer.get('messages.send', { params: { chatId: chat.id }, form: formOf(text, last) })
    else {
      await messagesOf(chat, client, haveArrived)
      await textFromPhone(text, story, demo)
    }
    last = (await messagesOf(chat, client, (messages) => messages.length > index)).at(index)
  }
  await messagesOf(chat, client, haveArrived)
}

const haveArrived = (messages: Message[]) =>
  messages.every(({ delivery }) => delivery.every(({ status }) => ARRIVED.has(status)))

async function chatBefore({ name }: Story, client: Client): Promise<Chat | undefined> {
  const chats = await client.get('chats.search', { body: { limit: 200 } })
  const chatId = chats.find((chat) => chat.name === name)?.id
  return chatId && client.get('chats.get', { params: { chatId } })
}

async function createChat(story: Story, client: Client): Promise<Chat> {
  const users = await client.get('users.list')
  const contacts = await client.get('numbers.mobile')
  const numbers = await client.get('numbers.twilio')
  const memberIds = story.members.map(
    (member) =>
      users.find((user) => user.name.startsWith(`${member} `))?.id ?? contacts.find(({ name }) => name === member)?.id,
  )
  const numberId = numbers.find(({ name }) => name === story.number)?.id
  return client.get('chats.create', { body: { numberId, name: story.name, memberIds } })
}

function formOf(text: StoryText, last: Message | undefined): FormData {
  const form = new FormData()
  form.set('Message', text.text)
  if (text.isReply && last) form.set('ReplyToMessageId', last.id)
  return form
}

async function textFromPhone(text: StoryText, story: Story, { sandboxUrl, world }: DemoWorld) {
  const from = CONTACTS.find(({ name }) => name === text.from)?.number ?? ''
  const to = world.twilio.numbers.find(({ friendlyName }) => friendlyName === story.number)?.phoneNumber
  const media = text.picture
    ? [{ contentType: 'image/png', base64: await readFile(new URL(text.picture, import.meta.url), 'base64') }]
    : []
  const response = await fetch(`${sandboxUrl}/sandbox/phones/${encodeURIComponent(from)}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, text: text.text, media }),
  })
  if (!response.ok) throw new Error(`The phone of ${text.from} could not text: ${await response.text()}`)
}

/** Waits until the chat's messages are as expected. */
async function messagesOf(chat: Chat, client: Client, expected: (messages: Message[]) => boolean): Promise<Message[]> {
  for (let waited = 0; waited < TIMEOUT_MS; waited += POLL_MS) {
    const { messages } = await client.get('chats.get', { params: { chatId: chat.id } })
    if (expected(messages)) return messages
    await wait(POLL_MS)
  }
  throw new Error(`A text of the demo did not arrive in ${chat.name}.`)
}
