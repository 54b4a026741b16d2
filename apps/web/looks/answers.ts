import type {
  CallBody,
  CallForm,
  CallParams,
  Chat,
  ChatChange,
  ChatListItem,
  EnvelopeCallName,
  FilterCount,
  FoundNumber,
  ListFilter,
  Member,
  Message,
  Note,
  Snippet,
  User,
} from '@partyline/contract'
import {
  automaticName,
  COUNTRY_TEXTS,
  ERRORS,
  LIST_FILTERS,
  mayMeet,
  SNIPPET_TEXTS,
  VALIDATION,
} from '@partyline/contract'
import { sampleChat } from '../src/core/tests/sample-chats.ts'
import { ADMIN_ANSWERS, e164Of, linesOf } from './admin-answers.ts'
import { DONE, find, Page, pageOf, Refusal } from './answer.ts'
import type { Answer } from './answer.ts'
import { CONSENT_ANSWERS } from './consent-answers.ts'
import { CONTACT_ANSWERS } from './contact-answers.ts'
import { IMPORT_ANSWERS } from './import-answers.ts'
import { LEGAL_HOLD_ANSWERS } from './legal-hold-answers.ts'
import { NOTIFICATION_ANSWERS } from './notification-answers.ts'
import { REPORT_ANSWERS } from './report-answers.ts'
import { contact, currentUserOf, deliveriesOf, memberOf, noteBy } from './clinic.ts'
import type { Clinic } from './clinic.ts'

const NONE = { count: 0, more: false }

/** The server's answers. A call that is missing here fails the scene that makes it. */
export const ANSWERS: { [Name in EnvelopeCallName]?: Answer<Name> } = {
  'chats.search': (clinic, { body }) => {
    const term = body.term?.toLowerCase() ?? ''
    const items = clinic.chats
      .filter((chat) => isWanted(clinic, chat, body))
      .flatMap((chat) => listed(chat, term, body.searchIn) ?? [])
      .toReversed()
    const { searchedBackTo } = clinic
    if (searchedBackTo.length === 0 || body.searchIn !== 'messages') return pageOf(items, body)
    const at = Number(body.cursor ?? 0)
    const [end, start] = [searchedBackTo[at - 1], searchedBackTo[at]]
    const isPast = (sentOn: string) => (end === undefined || sentOn < end) && (start === undefined || sentOn >= start)
    return new Page(
      items.filter(({ hit }) => hit !== null && isPast(hit.sentOn)),
      start === undefined ? {} : { 'X-Next-Cursor': String(at + 1), 'X-Searched-Back-To': start },
    )
  },
  'chats.counts': ({ lines, counts }) => ({
    ...(Object.fromEntries(LIST_FILTERS.map((filter) => [filter, NONE])) as Record<ListFilter, FilterCount>),
    lines: lines.map(({ id }) => ({ ...NONE, numberId: id })),
    ...counts,
  }),
  'chats.unreadTotal': ({ chats }) => ({
    chats: chats.filter(({ unreadCount }) => unreadCount > 0).length,
    messages: chats.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
  }),
  'chats.get': ({ chats }, { params }) => newest(find(chats, params.chatId)),
  'chats.changes': ({ changes }, { params }) => changes[params.chatId] ?? [],
  'chats.update': (clinic, { params, body }) => {
    const chat = find(clinic.chats, params.chatId)
    const everyone = [...clinic.users, ...clinic.contacts].map(memberOf)
    const members = everyone.filter(({ id }) => body.memberIds.includes(id))
    const others = clinic.chats.filter(({ id, numberId }) => id !== chat.id && numberId === body.numberId)
    const holds = (id: string) => others.some((other) => other.members.some((member) => member.id === id))
    const isBusy = members.some(({ id, role }) => role === 'ExternalMobile' && holds(id))
    if (isBusy && !body.moveMembers) throw new Refusal('number-busy', 'This phone is already in another chat.')
    const left = chat.members.filter(({ id }) => !body.memberIds.includes(id)).map(leaving)
    const fields = { name: body.name, relay: body.relay ?? chat.relay, members: [...members, ...left] }
    return newest(Object.assign(chat, { ...fields, version: chat.version + 1 }))
  },
  'chats.join': ({ chats, me }, { params }) => {
    const chat = find(chats, params.chatId)
    chat.members.push(memberOf(me))
    chat.unclaimedCount = 0
    chat.version += 1
    return newest(chat)
  },
  'chats.create': (clinic, { form, body }) => {
    const memberIds = form?.MemberIds ?? body.memberIds
    const everyone = [...clinic.users, ...clinic.contacts].map(memberOf)
    const members = everyone.filter(({ id }) => memberIds.includes(id))
    const phones = members.filter(({ role }) => role === 'ExternalMobile')
    const given = form?.Name ?? body.name
    const name = ((form?.AutoName ?? body.autoName) && automaticName(phones)) || given
    const gone = members.find(({ disabled }) => disabled)
    if (gone) throw new Refusal('validation', `${gone.name} is disabled and cannot be added.`, { field: 'memberIds' })
    const of = { name, members, numberId: form?.NumberId ?? body.numberId, relay: form?.Relay ?? body.relay }
    const chat = sampleChat(clinic.chats.length + 1, [], of)
    if (form?.Message)
      add(chat, messageOf(clinic, chat, { ...WITHOUT_FILES, Message: form.Message, HoldSeconds: form.HoldSeconds }))
    clinic.chats.push(chat)
    return chat
  },
  'chats.setState': ({ chats }, { params, body }) =>
    change(chats, params.chatId, { state: body.state, snoozedUntil: body.until ?? null }),
  'chats.assign': ({ chats }, { params, body }) => change(chats, params.chatId, { assignedTo: body.userId }),
  'chats.setNotify': ({ chats }, { params, body }) => void change(chats, params.chatId, { notify: body.notify }),
  'chats.leave': ({ chats, me }, { params }) => {
    const { members } = find(chats, params.chatId)
    change(chats, params.chatId, { members: members.map((each) => (isUser(each, me) ? leaving(each) : each)) })
    return DONE
  },
  'chats.delete': (clinic, { params }) => {
    change(clinic.chats, params.chatId, { archived: true })
    addLine(clinic, params.chatId, { kind: 'archived' })
    return DONE
  },
  'chats.restore': (clinic, { params }) => {
    change(clinic.chats, params.chatId, { archived: false })
    addLine(clinic, params.chatId, { kind: 'restored' })
    return newest(find(clinic.chats, params.chatId))
  },
  'chats.viewChat': () => undefined,
  'chats.viewMessages': () => undefined,
  'messages.list': ({ chats }, { params, query }) => {
    const { messages } = find(chats, params.chatId)
    const at = (id: string | undefined) => messages.findIndex((message) => message.id === id)
    const { before, after, around, limit } = query
    if (around !== undefined && at(around) < 0) throw new Refusal('not-found', 'This message does not exist.')
    const from =
      around === undefined
        ? after === undefined
          ? (before === undefined ? messages.length : at(before)) - limit
          : at(after) + 1
        : at(around) - limit / 2
    const end = before === undefined ? from + limit : at(before)
    return messages.slice(Math.max(0, from), end)
  },
  'messages.files': ({ chats }, { params, query }) => {
    const { messages } = find(chats, params.chatId)
    const older =
      query.before === undefined
        ? messages
        : messages.slice(
            0,
            messages.findIndex(({ id }) => id === query.before),
          )
    const withFiles = older.filter(({ media }) => media.length > 0).toReversed()
    const page = withFiles.slice(0, query.limit)
    const files = page.flatMap(({ id, sentOn, sentBy, media }) =>
      media.map((file) => ({ messageId: id, sentOn, sentBy, file })),
    )
    return new Page(files, withFiles.length > page.length ? { 'X-Next-Cursor': page.at(-1)?.id ?? '' } : {})
  },
  'messages.search': ({ chats, foundAtOnce }, { body }) => {
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
    const newestFirst = found.toReversed()
    const from = newestFirst.findIndex(({ messageId }) => messageId === body.cursor) + 1
    const part = newestFirst.slice(from, from + Math.min(body.limit, foundAtOnce))
    const last = part.at(-1) === newestFirst.at(-1) ? undefined : part.at(-1)
    return new Page(part, last ? { 'X-Next-Cursor': last.messageId } : {})
  },
  'messages.send': (clinic, { params, form }) => {
    const chat = find(clinic.chats, params.chatId)
    if (chat.archived) throw new Refusal('conflict', 'This chat is closed.')
    return add(chat, messageOf(clinic, chat, form))
  },
  'messages.cancel': ({ chats }, { params }) => {
    const chat = find(chats, params.chatId)
    const message = find(chat.pending, params.messageId)
    chat.pending.splice(chat.pending.indexOf(message), 1)
    return message
  },
  'messages.reschedule': ({ chats }, { params }) => {
    const chat = find(chats, params.chatId)
    const { pending: _pending, ...message } = find(chat.pending, params.messageId)
    chat.pending = chat.pending.filter(({ id }) => id !== message.id)
    return add(chat, message)
  },
  'messages.sendAgain': ({ chats }, { params }) => find(find(chats, params.chatId).messages, params.messageId),
  'notes.list': ({ notes }, { params, query: { before, limit } }) => {
    const all = notes[params.chatId] ?? []
    const end = before === undefined ? all.length : all.findIndex(({ id }) => id === before)
    return all.slice(Math.max(0, end - limit), end)
  },
  'notes.add': (clinic, { params, body: { text, mentions } }) => {
    const notes = clinic.notes[params.chatId] ?? []
    const added = noteBy(clinic.me, text, { mentions, version: notes.length + 1 })
    clinic.notes[params.chatId] = [...notes, added]
    return added
  },
  'notes.update': ({ notes }, { params, body }) =>
    changeNote(notes, params, (note) => ({ ...body, editedOn: new Date().toISOString(), version: note.version + 1 })),
  'notes.delete': ({ notes }, { params }) =>
    changeNote(notes, params, (note) => ({
      ...EMPTY_NOTE,
      deletedOn: new Date().toISOString(),
      version: note.version + 1,
    })),
  'notes.history': () => [{ text: 'The first words.', replacedOn: '2026-11-20T09:00:00.000Z' }],
  'notes.view': ({ chats }, { params, body: { noteIds } }) => {
    const chat = find(chats, params.chatId)
    chat.mentionCount = noteIds ? Math.max(0, chat.mentionCount - noteIds.length) : 0
  },
  'notes.search': ({ me, chats, notes }, { body: { term = '', chatId, numberId, createdBy, from, to, ...page } }) => {
    const found = chats
      .filter((chat) => (chatId ?? chat.id) === chat.id && (numberId ?? chat.numberId) === chat.numberId)
      .flatMap(({ id, name: chatName, messages, mentionCount }) =>
        (page.mentioned ? unseenIn(notes[id] ?? [], me, mentionCount) : (notes[id] ?? []))
          .filter((note) => note.deletedOn === null && note.text.toLowerCase().includes(term.toLowerCase()))
          .filter((note) => (createdBy ?? note.createdBy) === note.createdBy)
          .filter(({ createdOn }) => (from ?? createdOn) <= createdOn && createdOn <= (to ?? createdOn))
          .map(({ id: noteId, text, createdOn, createdBy: author }) => {
            const messageId = messages.findLast(({ sentOn }) => sentOn < createdOn)?.id ?? null
            return { noteId, text, chatId: id, chatName, createdOn, createdBy: author, messageId }
          }),
      )
      .toSorted((one, other) => (one.createdOn < other.createdOn ? 1 : -1))
    const start = found.findIndex(({ noteId }) => noteId === page.cursor) + 1
    const part = found.slice(start, start + page.limit)
    const last = part.at(-1)
    return new Page(part, last && last !== found.at(-1) ? { 'X-Next-Cursor': last.noteId } : {})
  },
  'optOuts.add': (clinic, { params }) => void setOptOut(clinic, params, true),
  'optOuts.undo': (clinic, { params }) => void setOptOut(clinic, params, false),
  'numbers.twilio': (clinic) => linesOf(clinic).filter(({ disabled }) => !disabled),
  'numbers.search': ({ contacts }, { body: { term = '', enabled, ...page } }) => {
    const digits = term.replaceAll(/\D/g, '')
    const isFound = ({ name, number }: FoundNumber) =>
      name.toLowerCase().includes(term.toLowerCase()) || (digits !== '' && number.includes(digits))
    const isShown = ({ disabled }: FoundNumber) => enabled === undefined || enabled !== disabled
    return pageOf(
      contacts.filter((each) => isFound(each) && isShown(each)),
      page,
    )
  },
  'numbers.renameMobile': (clinic, { params, body: { name } }) => {
    const renamed = find(clinic.contacts, params.numberId)
    const isSame = ({ id }: { id: string }) => id === renamed.id
    for (const { members } of clinic.chats) for (const member of members.filter(isSame)) member.name = name
    return Object.assign(renamed, { name })
  },
  'numbers.addMobile': ({ contacts, settings }, { body }) => {
    const isAbroad = settings.allowedCountries !== null && !body.number.startsWith('+1')
    if (isAbroad)
      throw new Refusal('country-not-allowed', COUNTRY_TEXTS.notAllowed('United Kingdom'), { field: 'number' })
    const number = e164Of(body) ?? body.number
    if (contacts.some((each) => each.number === number))
      throw new Refusal('number-exists', ERRORS['number-exists'].message, { field: 'number' })
    if (body.number.length < 5) throw new Refusal('validation', VALIDATION.invalidNumber, { field: 'number' })
    const added = contact(contacts.length + 1, body.name, body.number)
    contacts.push(added)
    return [added]
  },
  'sessions.list': ({ sessions }) => sessions,
  'sessions.end': ({ sessions }, { params }) =>
    void sessions.splice(sessions.indexOf(find(sessions, params.sessionId)), 1),
  'snippets.list': ({ snippets, settings, me }) => ({
    snippets: snippets.toSorted((one, other) => one.name.localeCompare(other.name)),
    mayEditShared: settings.sharedSnippets === 'everyone' || me.role === 'Admin',
  }),
  'snippets.create': ({ snippets }, { body }) => {
    const taken = snippets.find(({ shortcut }) => shortcut !== null && shortcut === body.shortcut)
    if (taken) throw new Refusal('shortcut-taken', SNIPPET_TEXTS.shortcutTaken(taken.name), { field: 'shortcut' })
    const { name, text, shared, shortcut = null } = body
    const added: Snippet = { id: crypto.randomUUID() as Snippet['id'], name, text, shared, shortcut, media: [] }
    snippets.push(added)
    return added
  },
  'snippets.update': ({ snippets }, { params }) => find(snippets, params.snippetId),
  'snippets.delete': ({ snippets }, { params }) =>
    void snippets.splice(snippets.indexOf(find(snippets, params.snippetId)), 1),
  'users.me': currentUserOf,
  'users.list': ({ users }) => users,
  ...ADMIN_ANSWERS,
  ...LEGAL_HOLD_ANSWERS,
  ...CONTACT_ANSWERS,
  ...CONSENT_ANSWERS,
  ...REPORT_ANSWERS,
  ...IMPORT_ANSWERS,
  ...NOTIFICATION_ANSWERS,
}

/** The newest notes that mention a user, as many as they have not seen. */
const unseenIn = (notes: readonly Note[], { id }: User, mentionCount: number) =>
  mentionCount === 0 ? [] : notes.filter(({ mentions }) => mentions.includes(id)).slice(-mentionCount)

const EMPTY_NOTE = { text: '', mentions: [], media: [] }

function changeNote(notes: Clinic['notes'], params: CallParams<'notes.update'>, fields: (note: Note) => Partial<Note>) {
  const note = find(notes[params.chatId] ?? [], params.noteId)
  const changed = { ...note, ...fields(note) }
  notes[params.chatId] = (notes[params.chatId] ?? []).map((each) => (each === note ? changed : each))
  return changed
}

const WITHOUT_FILES = { Media: [], CancelOnReply: true }

const leaving = (member: Member): Member => ({ ...member, deletedOn: member.deletedOn ?? new Date().toISOString() })

const isUser = (member: Member, user: User) => member.id === (user.id as string)

/** Messages of a page. */
const PAGE_SIZE = 50

const newest = (chat: Chat): Chat => ({ ...chat, messages: chat.messages.slice(-PAGE_SIZE) })

function messageOf({ me }: Clinic, chat: Chat, form: CallForm<'messages.send'>): Message {
  const { HoldSeconds: holdSeconds = 0 } = form
  const sendOn = form.SendAt ?? new Date(Date.now() + holdSeconds * 1000).toISOString()
  const state = form.SendAt === undefined ? 'held' : 'scheduled'
  const isPending = form.SendAt !== undefined || holdSeconds > 0
  const pending = { state, sendOn, cancelOnReply: form.CancelOnReply, reason: null, owner: null } as const
  const author = memberOf(me)
  const quoted = chat.messages.find(({ id }) => id === form.ReplyToMessageId)
  return {
    id: crypto.randomUUID() as Message['id'],
    text: form.Message,
    sentOn: new Date().toISOString(),
    sentBy: author.id,
    parentId: quoted?.id ?? null,
    parent: quoted
      ? { id: quoted.id, text: quoted.text, sentBy: quoted.sentBy, mediaCount: quoted.media.length }
      : null,
    delivery: isPending ? [] : deliveriesOf(chat.members, author.id),
    media: [],
    pendingMedia: 0,
    missingMedia: 0,
    recovered: false,
    automatic: null,
    ...(isPending && { pending }),
  }
}

function add(chat: Chat, message: Message): Message {
  ;(message.pending ? chat.pending : chat.messages).push(message)
  chat.messageCount = chat.messages.length
  return message
}

function change(chats: readonly Chat[], id: string, fields: Partial<Chat>): ChatListItem {
  const chat = find(chats, id)
  return itemOf(Object.assign(chat, fields, { version: chat.version + 1 }))
}

/** Opts a member out by hand, or takes that back, with its line in the chat. */
function setOptOut(clinic: Clinic, { chatId, memberId }: CallParams<'optOuts.add'>, optedOut: boolean): ChatListItem {
  const { chats, me } = clinic
  const member = find(find(chats, chatId).members, memberId)
  if (member.optedOut && member.optedOutBy === undefined) throw new Refusal('conflict', 'This phone texted STOP.')
  const by = memberOf(me).id
  member.optedOut = optedOut
  if (optedOut) member.optedOutBy = by
  else delete member.optedOutBy
  addLine(clinic, chatId, { kind: optedOut ? 'optedOut' : 'optedIn', memberId })
  return change(chats, chatId, {})
}

type Line = { kind: 'archived' | 'restored' } | { kind: 'optedOut' | 'optedIn'; memberId: Member['id'] }

/** Adds a line to a chat, by this person. */
function addLine({ changes, me }: Clinic, chatId: string, line: Line) {
  const before = changes[chatId] ?? []
  // IDs of changes sort in their order, after those of the messages.
  const id = `01ff0000-0000-7000-8000-${String(before.length).padStart(12, '0')}` as ChatChange['id']
  changes[chatId] = [...before, { id, at: new Date().toISOString(), by: memberOf(me).id, ...line }]
}

/** Whether the chat is in the list with these filters. */
function isWanted({ me }: Clinic, chat: Chat, wanted: CallBody<'chats.search'>): boolean {
  if (chat.archived === wanted.enabled || !mayMeet(wanted, chat, me.id)) return false
  const isMine = chat.members.some((each) => isUser(each, me) && !each.disabled && each.deletedOn === null)
  return (
    (wanted.mode === 'all' || wanted.unclaimed || wanted.mentioned || isMine) &&
    (wanted.memberId === undefined || chat.members.some(({ id }) => id === wanted.memberId))
  )
}

/** The chat in the list if the term is in its name or in a message. */
function listed(chat: Chat, term: string, searchIn: 'names' | 'messages' | undefined): ChatListItem | null {
  const item = itemOf(chat)
  if (searchIn !== 'messages' && chat.name.toLowerCase().includes(term)) return item
  const hit = chat.messages.findLast(({ text }) => text.toLowerCase().includes(term))
  if (searchIn === 'names' || !hit) return null
  return { ...item, hit: { messageId: hit.id, text: hit.text, sentOn: hit.sentOn } }
}

function itemOf({ messages, pending: _pending, ...chat }: Chat): ChatListItem {
  return { ...chat, lastMessage: messages.at(-1) ?? null, hit: null }
}
