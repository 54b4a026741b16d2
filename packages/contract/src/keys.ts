import { defineCalls } from './call.ts'
import { name } from './fields.ts'
import { instant, keyId, numberId } from './ids.ts'
import { KEY_LIMITS, KEY_SCOPES, KEY_TEXTS, LINE_SCOPES } from './key-texts.ts'
import type { KeyScope } from './routes.ts'
import { seenOf } from './seen.ts'
import { z } from './z.ts'

export const keyScope = z.enum(Object.keys(KEY_SCOPES) as [KeyScope, ...KeyScope[]])

/** A key with which a program makes calls: docs/product.md#api-keys */
export const apiKey = z.object({
  id: keyId,
  /** Under which it writes in chats, and is in the audit log. */
  name: z.string(),
  scopes: z.array(keyScope),
  /** The lines whose chats it reads and writes. Null: all lines. */
  lines: z.array(numberId).nullable(),
  /** The end of its text. */
  lastFour: z.string(),
  createdOn: instant,
  /** To the minute. Null: never. */
  lastUsedOn: instant.nullable(),
  /** From then on, it is refused. Null: it has no end. */
  endsAt: instant.nullable(),
  /** Until then, the key that this one replaced works too. */
  previousUntil: instant.nullable(),
  revokedOn: instant.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

const keyWithToken = z.object({
  key: apiKey,
  /** `ply_` and 36 characters. It is never shown again. */
  token: z.string(),
})

const endsAt = instant.nullable()
const scopes = z
  .array(keyScope, { error: KEY_TEXTS.scopes })
  .min(1, KEY_TEXTS.scopes)
  .max(keyScope.options.length, KEY_TEXTS.scopes)

export const createKeyBody = z
  .strictObject({
    name,
    scopes,
    /** Absent or null: all lines. With lines, only `read` and `send`. */
    lines: z.array(numberId).min(1, KEY_TEXTS.noLines).max(KEY_LIMITS.lines).nullable().optional(),
    endsAt: endsAt.optional(),
  })
  .refine(
    ({ scopes: chosen, lines }) =>
      !lines || chosen.every((scope) => (LINE_SCOPES as readonly string[]).includes(scope)),
    { path: ['scopes'], error: KEY_TEXTS.notOfLines },
  )

const ofKey = z.object({ keyId })

export const keyCalls = defineCalls({
  'keys.list': {
    summary: 'The API keys of the organization, oldest first',
    query: z.strictObject({
      /** True: include revoked keys, because the audit log still names them. */
      revoked: z.stringbool().default(false),
    }),
    reply: z.array(apiKey),
  },
  'keys.create': {
    summary: 'Adds an API key, and returns it with its token',
    body: createKeyBody,
    reply: keyWithToken,
    holdsToken: true,
  },
  'keys.update': {
    summary: 'Changes the name or the end of an API key',
    params: ofKey,
    body: z.strictObject({
      name: name.optional(),
      endsAt: endsAt.optional(),
      seen: seenOf(['name', 'endsAt']),
    }),
    reply: apiKey,
  },
  'keys.rotate': {
    summary: 'Replaces the token of an API key, and returns the new one',
    details: `The token before works for ${KEY_LIMITS.overlapHours} more hours, and one before that no longer.`,
    params: ofKey,
    reply: keyWithToken,
    holdsToken: true,
  },
  'keys.revoke': { summary: 'Revokes an API key at once', params: ofKey },
})
