import type { QueryKey } from '@tanstack/react-query'
import type {
  CallBody,
  CallQuery,
  ChatId,
  ChatListMode,
  ContactId,
  HookId,
  ListFilter,
  MemberId,
  MessageId,
  NoteId,
  NumberId,
  RawContact,
} from '@partyline/contract'

/** Which chats a list shows. Unclaimed chats are a group of their own, above the other two. */
export type ChatListQuery = {
  mode: ChatListMode | 'unclaimed'
  term: string
  /** Conditions for a list without a search, in the order of `LIST_FILTERS`. */
  listFilters?: readonly Exclude<ListFilter, 'unclaimed'>[]
  /** The end of the person's day, if `dueToday` is one of them. */
  endOfToday?: string
  /** Only the chats of this line. */
  line?: NumberId
  /** The scope of a search. */
  searchIn?: CallBody<'chats.search'>['searchIn']
  /** Filters of a search, with or without a term. */
  searchFilters?: Pick<CallBody<'chats.search'>, 'memberId' | 'numberId'>
}

/** Whether the list has only chats that the server found by a term or filters. */
export const isSearch = ({ term, searchFilters }: ChatListQuery): boolean => term !== '' || searchFilters !== undefined

/** A search for single messages. */
export type MessageQuery = Pick<
  CallBody<'messages.search'>,
  'mode' | 'memberId' | 'sentBy' | 'numberId' | 'from' | 'to' | 'hasPicture'
> & { term: string }

/** A search for notes. */
export type NoteQuery = Pick<CallBody<'notes.search'>, 'createdBy' | 'numberId' | 'from' | 'to'> & { term: string }

/** A search for contacts. */
export type ContactSearch = Pick<CallBody<'contacts.search'>, 'term' | 'filters' | 'sort'>

/** Which entries of the audit log are shown. */
export type AuditFilter = Pick<CallQuery<'settings.audit'>, 'by' | 'kind' | 'from' | 'to'>

/** Every key of the query cache. Invalidating a key also invalidates those that begin with it. */
export const queryKeys = {
  users: {
    all: ['users'] as const,
    me: ['users', 'me'] as const,
    list: ['users', 'list'] as const,
    lookup: (term: string) => ['users', 'lookup', term] as const,
    notifications: ['users', 'notifications'] as const,
    pushDevices: ['users', 'push'] as const,
  },
  numbers: {
    all: ['numbers'] as const,
    twilio: ['numbers', 'twilio'] as const,
    contacts: ['numbers', 'contacts'] as const,
    contactList: (filter: string, term: string) => ['numbers', 'contacts', filter, term] as const,
    contact: (numberId: NumberId) => ['numbers', 'contact', numberId] as const,
    importCheck: (fileName: string | undefined, contacts: readonly RawContact[] | null) =>
      ['numbers', 'import', fileName, contacts] as const,
  },
  contacts: {
    all: ['contacts'] as const,
    list: (search: ContactSearch) => ['contacts', 'list', search] as const,
    count: (search: Omit<ContactSearch, 'sort'>) => ['contacts', 'count', search] as const,
    /** All that is fetched of one contact. */
    contact: (contactId: ContactId) => ['contacts', 'contact', contactId] as const,
    card: (contactId: ContactId) => ['contacts', 'contact', contactId, 'card'] as const,
    history: (contactId: ContactId) => ['contacts', 'contact', contactId, 'history'] as const,
    consent: (contactId: ContactId) => ['contacts', 'contact', contactId, 'consent'] as const,
    ofChats: ['contacts', 'chat'] as const,
    ofChat: (chatId: ChatId) => ['contacts', 'chat', chatId] as const,
    consentChecks: (lineId: NumberId, numberIds: readonly NumberId[]) =>
      ['contacts', 'consentChecks', lineId, numberIds] as const,
    tags: ['contacts', 'tags'] as const,
    mergeCandidates: (contactId: ContactId, terms: readonly string[]) =>
      ['contacts', 'merge', contactId, terms] as const,
    fields: ['contacts', 'fields'] as const,
    views: ['contacts', 'views'] as const,
    imports: ['contacts', 'imports'] as const,
    importColumns: (headings: readonly string[]) => ['contacts', 'importColumns', headings] as const,
    importPreview: (fileName: string | undefined, ...choices: readonly unknown[]) =>
      ['contacts', 'importPreview', fileName, choices] as const,
  },
  settings: {
    all: ['settings'] as const,
    tenant: ['settings', 'tenant'] as const,
    consented: ['settings', 'consented'] as const,
    rejected: ['settings', 'rejected'] as const,
    setup: ['settings', 'setup'] as const,
    keys: ['settings', 'keys'] as const,
    allKeys: ['settings', 'keys', 'all'] as const,
    legalHolds: ['settings', 'legalHolds'] as const,
    archives: ['settings', 'archives'] as const,
    serverState: ['settings', 'state'] as const,
    hooks: ['settings', 'hooks'] as const,
    allHookEvents: ['settings', 'hookEvents'] as const,
    hookEvents: (hookId: HookId) => ['settings', 'hookEvents', hookId] as const,
    audit: (filter: AuditFilter) => ['settings', 'audit', filter] as const,
  },
  chats: {
    all: ['chats'] as const,
    lists: ['chats', 'list'] as const,
    list: (query: ChatListQuery) => ['chats', 'list', query] as const,
    unreadTotal: ['chats', 'unreadTotal'] as const,
    withMember: (memberId: MemberId) => ['chats', 'member', memberId] as const,
    allCounts: ['chats', 'counts'] as const,
    counts: (mode: ChatListMode, endOfToday: string) => ['chats', 'counts', mode, endOfToday] as const,
    allOpened: ['chats', 'opened'] as const,
    opened: (chatId: ChatId) => ['chats', 'opened', chatId] as const,
    allNotes: ['chats', 'notes'] as const,
    notes: (chatId: ChatId) => ['chats', 'notes', chatId] as const,
    unseenMentions: ['chats', 'mentions'] as const,
  },
  // Not below `settings`: events should not trigger requests to Twilio.
  sending: (accountSid: string | null, numbers: readonly NumberId[]) => ['sending', accountSid, numbers] as const,
  // The same for counting.
  retentionPreview: (lineId: NumberId, days: number) => ['retention', lineId, days] as const,
  trial: ['trial'] as const,
  diagnostics: ['diagnostics', 'server'] as const,
  // Not below `chats`: events don't make them stale.
  foundMessages: (query: MessageQuery) => ['found-messages', query] as const,
  foundNotes: (query: NoteQuery | null) => ['found-notes', query] as const,
  chatHits: (chatId: ChatId, term: string, limit: number) => ['chat-hits', chatId, term, limit] as const,
  allChatChanges: (chatId: ChatId) => ['chat-changes', chatId] as const,
  chatChanges: (chatId: ChatId, answers: number) => ['chat-changes', chatId, answers] as const,
  noteHistory: (noteId: NoteId, version: number) => ['note-history', noteId, version] as const,
  chatFiles: (chatId: ChatId, newest: MessageId | null) => ['chat-files', chatId, newest] as const,
  allBusyPhones: ['busy-phones'] as const,
  busyPhones: (numberId: NumberId, memberIds: readonly MemberId[]) => ['busy-phones', numberId, memberIds] as const,
  // Not below `contacts`: a page to print stays as it is.
  consentEntries: (contactId: ContactId | null) => ['consent-entries', contactId] as const,
  // Not below `numbers`: a contact that was just deleted must not be asked for.
  optOuts: (numberId: NumberId) => ['opt-outs', numberId] as const,
  reports: {
    all: ['reports'] as const,
    period: (from: string, to: string) => ['reports', from, to] as const,
  },
  sessions: ['sessions'] as const,
  snippets: ['snippets'] as const,
  hubReach: ['diagnostics', 'hub'] as const,
  ping: (connectedSince: number) => ['connection', 'ping', connectedSince] as const,
  contactCard: (fileId: string) => ['contact-card', fileId] as const,
  purchase: (token: string) => ['purchase', token] as const,
  segmentCalculator: ['segments'] as const,
  chunk: (name: string) => ['part', name] as const,
}

type KeysOf<Entry> = Entry extends readonly unknown[]
  ? Entry
  : Entry extends (...parts: never[]) => infer Key
    ? Key
    : { [Name in keyof Entry]: KeysOf<Entry[Name]> }[keyof Entry]

declare module '@tanstack/react-query' {
  /** A key that is not in the table does not compile. */
  interface Register {
    queryKey: KeysOf<typeof queryKeys>
  }
}

/** The query of a chat list by its key; null for any other key. */
export function chatListQueryOf(key: QueryKey | undefined): ChatListQuery | null {
  return key?.[0] === 'chats' && key[1] === 'list' ? (key[2] ?? null) : null
}
