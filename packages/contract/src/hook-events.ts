import { chatId, contactId, instant, messageId, numberId, userId } from './ids.ts'
import { deliveryStatus, message } from './messages.ts'
import { z } from './z.ts'

// The payloads of webhooks: docs/product.md#webhooks. Receivers must ignore unknown fields.

const chat = z.object({ id: chatId, name: z.string(), url: z.url() })
const line = z.object({ id: numberId, name: z.string(), number: z.string() })
/** A user, or an API key under its name. */
const user = z.object({ id: userId, name: z.string() })
/** A phone of a contact. An erased one has no number. */
const phone = z.object({ id: numberId, contactId: contactId.nullable(), name: z.string(), number: z.string() })

const text = {
  id: messageId,
  text: z.string(),
  sentOn: instant,
  /** How many files it has. */
  mediaCount: z.int(),
  chat,
  line,
}

/** Null: it was the system, or the owner of a phone. */
const by = user.nullable()
const ofChat = { chat, line, contacts: z.array(phone), by }

const optOut = {
  /** Its `id` is null if no contact has the number. */
  contact: phone.extend({ id: numberId.nullable() }),
  line,
  /** `keyword`: by a text such as STOP or START. `manual`: by a user. */
  source: z.string(),
  by,
}

/** `data` by kind of event. */
export const hookData = {
  'message.received': z.object({
    ...text,
    /** Null: a line of the organization. */
    from: phone.nullable(),
    recovered: z.boolean(),
  }),
  'message.sent': z.object({
    ...text,
    to: z.array(phone),
    /** Null for an automatic reply. */
    author: user.nullable(),
    automatic: message.shape.automatic,
  }),
  'message.status': z.object({
    ...text,
    to: phone.nullable(),
    status: deliveryStatus,
    /** Twilio's. */
    errorCode: z.int().nullable(),
    errorText: z.string().nullable(),
    /** A long text is sent in parts, each of which has a status. */
    part: z.int(),
    parts: z.int(),
  }),
  'chat.opened': z.object({
    ...ofChat,
    why: z.enum(['created', 'reopened', 'snoozeEnded', 'restored', 'textFailed']),
  }),
  'chat.done': z.object(ofChat),
  'chat.assigned': z.object({
    ...ofChat,
    /** Null: to no one. */
    assignee: user.nullable(),
  }),
  'contact.changed': z.object({
    id: contactId,
    /** The other fields are empty then. */
    deleted: z.boolean(),
    name: z.string(),
    company: z.string(),
    emails: z.array(z.string()),
    tags: z.array(z.string()),
    timeZone: z.string().nullable(),
    language: z.string().nullable(),
    /** The organization's own fields, by name. */
    fields: z.record(z.string(), z.string()),
    phones: z.array(phone.omit({ contactId: true })),
  }),
  'contact.optedOut': z.object(optOut),
  'contact.optedIn': z.object(optOut),
  'webhook.test': z.object({ message: z.string() }),
} as const

const exampleChat = {
  id: '019a5f00-0000-7000-8000-000000000001',
  name: 'Marta Reyes',
  url: 'https://texts.example.com/?chat=019a5f00-0000-7000-8000-000000000001',
}
const exampleLine = { id: '019a5f00-0000-7000-8000-000000000002', name: 'Front desk', number: '+12025550100' }
const exampleUser = { id: '019a5f00-0000-7000-8000-000000000003', name: 'Dana Hill' }
const examplePhone = {
  id: '019a5f00-0000-7000-8000-000000000004',
  contactId: '019a5f00-0000-7000-8000-000000000005',
  name: 'Marta Reyes',
  number: '+12025550142',
}
const exampleText = {
  id: '019a5f00-0000-7000-8000-000000000006',
  text: 'Can I come at 9:30 instead?',
  sentOn: '2026-11-21T09:41:00.000Z',
  mediaCount: 0,
  chat: exampleChat,
  line: exampleLine,
}
const exampleInChat = { chat: exampleChat, line: exampleLine, contacts: [examplePhone], by: exampleUser }

type Kind = keyof typeof hookData

/** One for each kind, for the documentation. */
export const HOOK_EXAMPLES: { [Name in Kind]: z.input<(typeof hookData)[Name]> } = {
  'message.received': { ...exampleText, from: examplePhone, recovered: false },
  'message.sent': { ...exampleText, to: [examplePhone], author: exampleUser, automatic: null },
  'message.status': {
    ...exampleText,
    to: examplePhone,
    status: 'undelivered',
    errorCode: 30_003,
    errorText: 'The phone is off or out of reach.',
    part: 1,
    parts: 1,
  },
  'chat.opened': { ...exampleInChat, by: null, why: 'reopened' },
  'chat.done': exampleInChat,
  'chat.assigned': { ...exampleInChat, assignee: exampleUser },
  'contact.changed': {
    id: examplePhone.contactId,
    deleted: false,
    name: 'Marta Reyes',
    company: 'Lakeside Bakery',
    emails: ['marta@example.com'],
    tags: ['regular'],
    timeZone: 'America/New_York',
    language: 'es',
    fields: { 'Patient number': '4711' },
    phones: [{ id: examplePhone.id, name: 'Marta Reyes', number: '+12025550142' }],
  },
  'contact.optedOut': { contact: examplePhone, line: exampleLine, source: 'keyword', by: null },
  'contact.optedIn': { contact: examplePhone, line: exampleLine, source: 'keyword', by: null },
  'webhook.test': { message: 'This is a test.' },
}

/** The body that an event is sent as. */
export function hookEventSchema(kind: Kind) {
  return z.object({ type: z.literal(kind), timestamp: instant, data: hookData[kind] })
}
