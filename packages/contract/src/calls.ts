import type { z } from 'zod'
import { archiveCalls } from './archives.ts'
import { auditCalls } from './audit.ts'
import { authCalls } from './auth.ts'
import type { CallSchemas } from './call.ts'
import { chatExportCalls } from './chat-export.ts'
import { chatCalls } from './chats.ts'
import { consentCalls } from './consent.ts'
import { connectionCalls } from './connection.ts'
import { diagnosticsCalls } from './diagnostics.ts'
import { hookCalls } from './hooks.ts'
import { keyCalls } from './keys.ts'
import { mediaCalls } from './media.ts'
import { messageCalls } from './messages.ts'
import { contactImportCalls } from './contact-imports.ts'
import { contactCalls } from './contacts.ts'
import { mobileNumberCalls } from './mobile-numbers.ts'
import { noteCalls } from './notes.ts'
import { notificationCalls } from './notifications.ts'
import { numberCalls } from './numbers.ts'
import { reportCalls } from './reports.ts'
import { retentionCalls } from './retention.ts'
import type { CallName } from './routes.ts'
import { sessionCalls } from './sessions.ts'
import { settingsCalls } from './settings.ts'
import { snippetCalls } from './snippets.ts'
import { systemCalls } from './system.ts'
import { userCalls } from './users.ts'
import { webhookCalls } from './webhooks.ts'

/** The schemas of every call; a call of {@link routes} without schemas, or the reverse, does not compile. */
export const calls = {
  ...chatCalls,
  ...chatExportCalls,
  ...messageCalls,
  ...noteCalls,
  ...notificationCalls,
  ...numberCalls,
  ...consentCalls,
  ...snippetCalls,
  ...settingsCalls,
  ...mobileNumberCalls,
  ...contactCalls,
  ...contactImportCalls,
  ...auditCalls,
  ...archiveCalls,
  ...reportCalls,
  ...retentionCalls,
  ...connectionCalls,
  ...diagnosticsCalls,
  ...hookCalls,
  ...keyCalls,
  ...userCalls,
  ...authCalls,
  ...sessionCalls,
  ...mediaCalls,
  ...webhookCalls,
  ...systemCalls,
} satisfies { [Name in CallName]: CallSchemas }

type Calls = typeof calls
type SchemaOf<Name extends CallName, Part extends keyof CallSchemas> =
  Calls[Name] extends Record<Part, infer Schema> ? Schema : undefined
/** Before validation, as sent by a client. */
type Written<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
/** After validation, as read by the server. */
type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type CallParams<Name extends CallName> = Read<SchemaOf<Name, 'params'>>
export type CallQuery<Name extends CallName> = Read<SchemaOf<Name, 'query'>>
/** A JSON body, or a form if the call takes one. */
export type CallBody<Name extends CallName> = Read<SchemaOf<Name, 'body'>>
export type CallForm<Name extends CallName> = Read<SchemaOf<Name, 'form'>>
/** `data` of the envelope; undefined if the call answers 204. */
export type CallReply<Name extends CallName> = Read<SchemaOf<Name, 'reply'>>

/** A client's input. IDs in params are plain strings. */
export type CallInput<Name extends CallName> = Present<{
  params: SchemaOf<Name, 'params'> extends z.ZodType ? Record<keyof CallParams<Name>, string> : undefined
  query: Written<SchemaOf<Name, 'query'>>
  body: Written<SchemaOf<Name, 'body'>>
}>

/** Removes the parts that a call does not have, and makes those optional that may be empty. */
type Present<Parts> = {
  [Part in keyof Parts as Parts[Part] extends undefined ? never : {} extends Parts[Part] ? never : Part]: Parts[Part]
} & {
  [Part in keyof Parts as Parts[Part] extends undefined ? never : {} extends Parts[Part] ? Part : never]?: Parts[Part]
}
