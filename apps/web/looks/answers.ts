import type {
  CallBody,
  CallForm,
  CallParams,
  CallQuery,
  CallReply,
  Chat,
  ChatListItem,
  EnvelopeCallName,
  Message,
} from '@partyline/contract'
import { currentUserOf, deliveriesOf, memberOf } from './clinic.ts'
import type { Clinic } from './clinic.ts'

type Input<Name extends EnvelopeCallName> = {
  params: CallParams<Name>
  query: CallQuery<Name>
  body: CallBody<Name>
  form: CallForm<Name>
}
type Answer<Name extends EnvelopeCallName> = (
  clinic: Clinic,
  input: Input<Name>,
) => CallReply<Name> | PageOf<CallReply<Name>>
type PageOf<Reply> = Reply extends (infer Item)[] ? Page<Item> : never

/** A list with the cursor of the next page. */
export class Page<Item> {
  readonly items: Item[]
  readonly next: string | null
  constructor(items: Item[], next: string | null) {
    this.items = items
    this.next = next
  }
}

/** A refusal of the server. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const DONE = { succeeded: true, details: null, link: null }
const NONE = { count: 0, more: false }

/** What the server would answer. A call that is not here fails the scene that makes it. */
export const ANSWERS: { [Name in EnvelopeCallName]?: Answer<Name> } = {
  'chats.search': ({ chats }, { body }) => {
    const isNarrowed = body.unclaimed || body.attention || body.scheduled || body.assigned || body.unread
    const term = body.term?.toLowerCase() ?? ''
    const items = (isNarrowed ? [] : chats)
      .filter(({ archived, state }) => !archived && (body.state === undefined || state === body.state))
      .flatMap((chat) => listed(chat, term, body.searchIn) ?? [])
      .toReversed()
    return pageOf(items, body)
  },
  'chats.counts': ({ lines }) => ({
    unread: NONE,
    unclaimed: NONE,
    unassigned: NONE,
    assignedToMe: NONE,
    attention: NONE,
    scheduled: NONE,
    done: NONE,
    snoozed: NONE,
    lines: lines.map(({ id }) => ({ ...NONE, numberId: id })),
  }),
  'chats.unreadTotal': () => ({ messages: 0 }),
  'chats.get': ({ chats }, { params }) => newest(find(chats, params.chatId)),
  'chats.changes': () => [],
  'chats.update': ({ chats }, { params, body }) => {
    const chat = find(chats, params.chatId)
    return newest(Object.assign(chat, { name: body.name, version: chat.version + 1 }))
  },
  'chats.join': ({ chats, me }, { params }) => {
    const chat = find(chats, params.chatId)
    chat.members.push(memberOf(me))
    chat.version += 1
    return newest(chat)
  },
  'chats.leave': () => DONE,
  'chats.delete': () => DONE,
  'chats.viewChat': () => undefined,
  'chats.viewMessages': () => undefined,
  'messages.list': ({ chats }, { params, query }) => {
    const { messages } = find(chats, params.chatId)
    const at = (id: string | undefined) => messages.findIndex((message) => message.id === id)
    const { before, after, around, limit } = query
    if (around !== undefined && at(around) < 0) throw new Refusal(404, 'This message does not exist.')
    const from =
      around === undefined
        ? after === undefined
          ? (before === undefined ? messages.length : at(before)) - limit
          : at(after) + 1
        : at(around) - limit / 2
    const end = before === undefined ? from + limit : at(before)
    return messages.slice(Math.max(0, from), end)
  },
  'messages.search': ({ chats }, { body }) => {
    const term = body.term?.toLowerCase() ?? ''
    const found = chats.flatMap(({ id, name, messages }) =>
      messages
        .filter(({ text }) => text.toLowerCase().includes(term) && (body.chatId === undefined || body.chatId === id))
        .map(({ id: messageId, text, sentOn, sentBy }) => ({
          messageId,
          text,
          sentOn,
          sentBy,
          chatId: id,
          chatName: name,
        })),
    )
    return pageOf(found.toReversed(), body)
  },
  'messages.send': (clinic, { params, form }) => {
    const chat = find(clinic.chats, params.chatId)
    const message = messageOf(clinic, chat, form)
    ;(message.pending ? chat.pending : chat.messages).push(message)
    return message
  },
  'messages.sendAgain': ({ chats }, { params }) => find(find(chats, params.chatId).messages, params.messageId),
  'numbers.twilio': ({ lines }) => lines,
  'numbers.search': ({ contacts }, { body }) =>
    pageOf(
      contacts.filter(({ name }) => name.toLowerCase().includes(body.term?.toLowerCase() ?? '')),
      body,
    ),
  'snippets.list': ({ snippets }) => ({ snippets, mayEditShared: true }),
  'settings.consented': () => DONE,
  'settings.twilioAccount': () => DONE,
  'users.me': currentUserOf,
  'users.list': ({ users }) => users,
}

/** Messages of a page. */
const PAGE_SIZE = 50

const newest = (chat: Chat): Chat => ({ ...chat, messages: chat.messages.slice(-PAGE_SIZE) })

function messageOf({ me }: Clinic, chat: Chat, form: CallForm<'messages.send'>): Message {
  const sendOn = form.SendAt ?? new Date(Date.now() + form.HoldSeconds * 1000).toISOString()
  const state = form.SendAt === undefined ? 'held' : 'scheduled'
  const isPending = form.SendAt !== undefined || form.HoldSeconds > 0
  const pending = { state, sendOn, cancelOnReply: form.CancelOnReply, reason: null, owner: null } as const
  const author = memberOf(me)
  return {
    id: crypto.randomUUID() as Message['id'],
    text: form.Message,
    sentOn: new Date().toISOString(),
    sentBy: author.id,
    parentId: null,
    parent: null,
    delivery: isPending ? [] : deliveriesOf(chat.members, author.id),
    media: [],
    pendingMedia: 0,
    missingMedia: 0,
    recovered: false,
    automatic: null,
    ...(isPending && { pending }),
  }
}

/** The chat in the list if the term is in its name or in a message. */
function listed(chat: Chat, term: string, searchIn: 'names' | 'messages' | undefined): ChatListItem | null {
  const { messages, pending: _pending, ...fields } = chat
  const item = { ...fields, lastMessage: messages.at(-1) ?? null, hit: null }
  if (searchIn !== 'messages' && chat.name.toLowerCase().includes(term)) return item
  const hit = messages.findLast(({ text }) => text.toLowerCase().includes(term))
  if (searchIn === 'names' || !hit) return null
  return { ...item, hit: { messageId: hit.id, text: hit.text, sentOn: hit.sentOn } }
}

/** The page that begins at the cursor, which is a position. */
function pageOf<Item>(items: Item[], { limit, cursor }: { limit: number; cursor?: string | undefined }): Page<Item> {
  const from = Number(cursor ?? 0)
  const end = from + limit
  return new Page(items.slice(from, end), end < items.length ? String(end) : null)
}

function find<Item extends { id: string }>(items: readonly Item[], id: string): Item {
  const item = items.find((each) => each.id === id)
  if (!item) throw new Refusal(404, 'It does not exist.')
  return item
}
