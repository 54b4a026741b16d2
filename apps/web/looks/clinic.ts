import type {
  AccountNumber,
  ApiKey,
  Archive,
  AuditEntry,
  Chat,
  ChatChange,
  ChatCounts,
  ConsentEntry,
  Contact,
  ContactChange,
  ContactField,
  ContactImport,
  ContactView,
  ImportColumns,
  CurrentUser,
  Delivery,
  DiagnosticsCheck,
  DiagnosticsCheckId,
  FoundNumber,
  Hook,
  HookEvent,
  LegalHold,
  Member,
  MemberId,
  Message,
  Note,
  NotificationSettings,
  NumberId,
  OwnSession,
  PushDevice,
  RejectedMessage,
  RetentionPreview,
  ServerState,
  Snippet,
  Tenant,
  User,
  UserId,
} from '@partyline/contract'
import { DIAGNOSTICS_CHECKS, PAGE } from '@partyline/contract'
import { SAMPLE_REPORT } from './report-sample.ts'
import type { ReportSample } from './report-sample.ts'
import { sampleChat, TENANT } from '../src/core/tests/sample-chats.ts'
import { record, sampleMessage } from '../src/core/tests/sample-messages.ts'

/** Everything that answers to calls are made from. A scene changes it before it opens, or while it is open. */
export type Clinic = {
  me: User
  /** Whether nobody has signed in yet. */
  signedOut: boolean
  users: User[]
  lines: AccountNumber[]
  contacts: FoundNumber[]
  /** The contacts that have more than one phone or a name. Other phones are contacts of their own. */
  cards: Contact[]
  /** As many contacts more, for lists. */
  manyContacts: number
  contactFields: ContactField[]
  contactViews: ContactView[]
  /** Newest first. */
  contactImports: ContactImport[]
  /** The columns of the last import. */
  importColumns: ImportColumns | null
  /** The changes of a contact, by its ID, oldest first. */
  contactChanges: Record<string, ContactChange[]>
  /** The ledger of consent, in any order. */
  consent: ConsentEntry[]
  chats: Chat[]
  /** The changes of a chat, by its ID. */
  changes: Record<string, ChatChange[]>
  /** The notes of a chat, by its ID, oldest first. */
  notes: Record<string, Note[]>
  snippets: Snippet[]
  sessions: OwnSession[]
  /** The settings of notifications that are not those of `me`. */
  notifications: Pick<NotificationSettings, 'teams' | 'pushKey' | 'last'>
  /** Dana's devices that get push. */
  pushDevices: PushDevice[]
  /** Counts of filters other than 0. */
  counts: Partial<ChatCounts>
  /** How far each request of a search of messages gets; the last one gets to the end. */
  searchedBackTo: string[]
  /** How many messages one request of a search in a chat finds at most. */
  foundAtOnce: number
  serverState: ServerState
  settings: Pick<
    Tenant,
    | 'name'
    | 'addSignature'
    | 'assignOnReply'
    | 'sharedSnippets'
    | 'defaultCountry'
    | 'allowedCountries'
    | 'hours'
    | 'accountSid'
    | 'consented'
  >
  /** People of the directory who are not users. */
  directory: Pick<User, 'id' | 'name'>[]
  /** The audit log, newest first. */
  audit: AuditEntry[]
  hooks: Hook[]
  /** The log of each webhook, newest first. */
  hookEvents: HookEvent[]
  rejected: RejectedMessage[]
  report: ReportSample
  /** Oldest first. */
  keys: ApiKey[]
  /** Newest first. */
  holds: LegalHold[]
  /** The preview of what a line would delete, for any number of days. */
  tooOld: RetentionPreview
  archives: Archive[]
  /** Whether Twilio lets the numbers text. */
  sending: DiagnosticsCheck[]
  /** The report of Diagnostics. */
  checks: DiagnosticsCheck[]
}

const id = (kind: string, index: number) => `0000000${kind}-0000-4000-8000-${String(index).padStart(12, '0')}`

/** Neither working hours nor a pause. */
export const ALWAYS_THERE = { workingHours: null, pausedUntil: null }

function user(index: number, name: string, role: User['role']): User {
  return {
    id: id('a', index) as UserId,
    name,
    tenantId: TENANT,
    role,
    disabled: false,
    leftDirectoryAt: null,
    ...ALWAYS_THERE,
  }
}

export function line(index: number, name: string, number: string, users: readonly User[]): AccountNumber {
  return {
    id: id('c', index) as NumberId,
    number,
    name,
    type: 'Twilio',
    disabled: false,
    twilioUrl: 'https://console.twilio.com/',
    webhookConfigured: true,
    assignedUsers: users.map((each) => each.id),
    hours: null,
    consent: 'off',
    consentRequest: null,
    capabilities: { sms: true, mms: true },
    elsewhere: null,
    ownHours: null,
    awayReply: null,
    greeting: null,
    keepDays: null,
    deletesFrom: null,
  }
}

export function contact(index: number, name: string, number: string): FoundNumber {
  return {
    id: id('b', index) as NumberId,
    number,
    name,
    type: 'Mobile',
    disabled: false,
    optedOut: false,
    optedOutOf: [],
  }
}

/** A check of Diagnostics, by default one that passed. */
export function check(id: DiagnosticsCheckId, parts: Partial<DiagnosticsCheck> = {}): DiagnosticsCheck {
  const { title } = DIAGNOSTICS_CHECKS[id]
  return {
    id,
    title,
    number: null,
    state: 'passed',
    found: 'All is well.',
    advice: null,
    fix: null,
    link: null,
    ...parts,
  }
}

/** A user or a contact as a member of a chat. */
export function memberOf(of: User | FoundNumber): Member {
  return {
    id: of.id as string as MemberId,
    name: of.name,
    role: 'number' in of ? 'ExternalMobile' : 'TeamsUser',
    number: 'number' in of ? of.number : null,
    addedOn: '2026-11-01T08:00:00.000Z',
    deletedOn: null,
    disabled: of.disabled,
    leftDirectoryAt: 'leftDirectoryAt' in of ? of.leftDirectoryAt : null,
    optedOut: 'optedOut' in of && of.optedOut,
    barred: null,
  }
}

/** A message that all users have read and all contacts have received. */
export function delivered(index: number, from: User | FoundNumber, text: string, members: readonly Member[]): Message {
  const sentBy = from.id as string as MemberId
  return sampleMessage(index, { text, sentBy, delivery: deliveriesOf(members, sentBy) })
}

export function deliveriesOf(members: readonly Member[], author: MemberId): Delivery[] {
  return members.map(({ id, role }) => record(id, role === 'TeamsUser' || id === author ? 'read' : 'delivered'))
}

/** A note that was added now, unless `parts` says when. */
export function noteBy(author: User, text: string, parts: Partial<Note> = {}): Note {
  return {
    id: crypto.randomUUID() as Note['id'],
    text,
    createdOn: new Date().toISOString(),
    createdBy: memberOf(author).id,
    editedOn: null,
    deletedOn: null,
    mentions: [],
    media: [],
    version: 1,
    ...parts,
  }
}

const THIS_BROWSER: OwnSession = {
  id: '0000000d-0000-4000-8000-000000000001' as OwnSession['id'],
  device: 'Chrome on Windows',
  startedOn: '2026-11-19T08:00:00.000Z',
  seenOn: '2026-11-20T09:00:00.000Z',
  current: true,
}

/** The form of a VAPID key. */
const PUSH_KEY = 'B'.repeat(87)

/** A device that gets push, by default one on which Dana is not signed in here. */
export function pushDevice(index: number, device: string, parts: Partial<PushDevice> = {}): PushDevice {
  return {
    id: id('e', index) as PushDevice['id'],
    device,
    choice: 'mine',
    createdOn: '2026-11-19T08:00:00.000Z',
    lastPushOn: null,
    current: false,
    ...parts,
  }
}

let clinics = 0

/** A clinic on an ordinary morning, with Dana at its front desk. */
export function createClinic(): Clinic {
  clinics += 1
  // A new person each time: the app keeps what people choose in memory, by person.
  const dana = user(100 + clinics, 'Dana Cole', 'Admin')
  const omar = user(1, 'Omar Haddad', 'User')
  const mei = user(2, 'Mei Tanaka', 'User')
  const users = [dana, mei, omar]
  const frontDesk = line(1, 'Front desk', '+12025550100', users)
  const billing = line(2, 'Billing', '+12025550101', users)
  const marta = contact(1, 'Marta Rivera', '+12025550142')
  const luis = contact(2, 'Luis Rivera', '+12025550143')
  const tom = contact(3, 'Tom Becker', '+12025550171')
  const priya = contact(4, 'Priya Shah', '+12025550165')
  const greta = contact(5, 'Greta Lindqvist', '+12025550117')
  const henry = contact(6, 'Henry Okafor', '+12025550188')

  let messages = 0
  const chat = (
    index: number,
    { name, on, people }: { name: string; on: AccountNumber; people: (User | FoundNumber)[] },
    texts: [from: User | FoundNumber, text: string][],
  ): Chat => {
    const members = people.map(memberOf)
    const transcript = texts.map(([from, text]) => delivered((messages += 1), from, text, members))
    return sampleChat(index, transcript, { name, numberId: on.id, members })
  }
  return {
    me: dana,
    signedOut: false,
    users,
    lines: [frontDesk, billing],
    contacts: [greta, henry, luis, marta, priya, tom],
    cards: [],
    manyContacts: 0,
    contactFields: [],
    contactViews: [],
    contactImports: [],
    importColumns: null,
    contactChanges: {},
    consent: [],
    chats: [
      chat(1, { name: 'Greta Lindqvist', on: frontDesk, people: [dana, omar, greta] }, [
        [greta, 'Good morning, could I come a day later? The bus is on strike.'],
        [dana, 'Of course. We moved you to Monday, 8:15.'],
        [greta, 'Wonderful, thank you!'],
      ]),
      chat(2, { name: 'Henry Okafor, invoice', on: billing, people: [dana, mei, henry] }, [
        [mei, 'Hello Mr. Okafor, your invoice for October is ready. Shall we send it by mail?'],
        [henry, 'Yes please, to the address you have.'],
      ]),
      chat(3, { name: 'Priya Shah', on: frontDesk, people: [dana, omar, mei, priya] }, [
        [priya, 'Is the clinic open on Thanksgiving?'],
        [omar, 'We are closed that day, and back on Friday at 8. See you Thursday in a week at 10.'],
      ]),
      chat(4, { name: 'Tom Becker', on: frontDesk, people: [dana, tom] }, [
        [dana, 'Your results are in. Please call us when it suits you, or stop by until 5.'],
        [tom, 'Thanks, I will stop by at 4.'],
      ]),
      chat(5, { name: 'Rivera family · after-visit', on: frontDesk, people: [dana, omar, marta, luis] }, [
        [dana, 'Hello Marta, this is Lakeside Clinic. How is Luis after yesterday?'],
        [marta, 'Much better, he was outside already 🙂'],
        [omar, 'Thursday 3:30 or Friday 9:00 would work.'],
        [marta, 'Thank you! Is 3:30 still free?'],
      ]),
    ],
    changes: {},
    notes: {},
    snippets: [],
    sessions: [THIS_BROWSER],
    notifications: { teams: true, pushKey: PUSH_KEY, last: null },
    pushDevices: [],
    counts: {},
    searchedBackTo: [],
    foundAtOnce: PAGE.maxMessages,
    serverState: {
      waiting: 0,
      waitingSince: null,
      unknown: 0,
      paused: false,
      lastReportOn: '2026-11-20T09:00:00.000Z',
      lastDeliveredOn: '2026-11-20T09:00:00.000Z',
      lastTextOn: '2026-11-20T09:00:00.000Z',
    },
    settings: {
      name: 'Lakeside Clinic',
      addSignature: false,
      assignOnReply: true,
      sharedSnippets: 'everyone',
      defaultCountry: 'US',
      allowedCountries: null,
      hours: null,
      accountSid: 'AC0123456789abcdef0123456789abcdef',
      consented: true,
    },
    directory: [{ id: id('a', 3) as UserId, name: 'Ruth Alvarez' }],
    audit: [],
    hooks: [hookOf(1, 'https://prod-12.eastus.logic.azure.com/workflows/1?sig=secret')],
    hookEvents: [hookEvent(1, 'delivered'), hookEvent(2, 'delivered')],
    rejected: [],
    report: structuredClone(SAMPLE_REPORT),
    keys: [],
    holds: [],
    tooOld: { oldest: '2024-03-03T15:00:00.000Z', chats: 88, texts: 1_204, notes: 3, chatsOnHold: 2, isComplete: true },
    archives: [],
    sending: [frontDesk, billing].map((number) => check('numberRegistration', { number })),
    checks: [
      check('credentials'),
      check('numberWebhook', { number: frontDesk }),
      check('publicAddress'),
      check('inbound'),
      check('consent'),
    ],
  }
}

export const currentUserOf = ({ me, settings }: Clinic): CurrentUser => ({
  ...me,
  tenantName: settings.name,
  addSignature: settings.addSignature,
  defaultCountry: settings.defaultCountry,
})

/** A webhook that works. */
export function hookOf(nth: number, url: string): Hook {
  return {
    id: `019b0000-0000-7000-8000-${String(nth).padStart(12, '0')}` as Hook['id'],
    url,
    events: ['message.received', 'message.status'],
    createdOn: '2026-11-18T09:00:00.000Z',
    enabled: true,
    disabled: null,
    failingSince: null,
    previousSecretUntil: null,
  }
}

/** An event in a log, the newest one at 1. */
export function hookEvent(nth: number, state: HookEvent['state']): HookEvent {
  const at = new Date(Date.UTC(2026, 10, 20, 14) - nth * 60_000).toISOString()
  const isGood = state === 'delivered'
  return {
    id: `019b0000-0000-7000-9000-${String(nth).padStart(12, '0')}` as HookEvent['id'],
    kind: nth % 2 === 1 ? 'message.received' : 'message.status',
    happenedOn: at,
    state,
    nextAttemptOn: state === 'waiting' ? '2026-11-20T14:30:00.000Z' : null,
    attempts:
      state === 'missed'
        ? []
        : [{ at, status: isGood ? 202 : 503, failure: isGood ? null : 'status', durationMs: 120 + nth }],
  }
}
