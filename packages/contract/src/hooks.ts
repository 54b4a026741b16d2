import { defineCalls } from './call.ts'
import { limit } from './fields.ts'
import { HOOK_DISABLED, HOOK_FAILURES, HOOK_KINDS, HOOK_LIMITS, HOOK_STATES, HOOK_TEXTS } from './hook-texts.ts'
import type { HookDisabledReason, HookEventState, HookFailure, HookKind } from './hook-texts.ts'
import { hookEventId, hookId, instant } from './ids.ts'
import { PAGE } from './limits.ts'
import { BOUND_TEXTS } from './refusal-texts.ts'
import { seenOf } from './seen.ts'
import { z } from './z.ts'

const keysOf = <Key extends string>(texts: Record<Key, string>) => Object.keys(texts) as [Key, ...Key[]]

type ChosenKind = Exclude<HookKind, 'webhook.test'>
const hookKind = z.enum(keysOf<ChosenKind>(HOOK_KINDS), { error: HOOK_TEXTS.unknownEvent })

/** An address of the organization that receives events: docs/product.md#webhooks */
export const hook = z.object({
  id: hookId,
  url: z.string(),
  events: z.array(hookKind),
  createdOn: instant,
  enabled: z.boolean(),
  /** Null while it is enabled. */
  disabled: z.object({ since: instant, reason: z.enum(keysOf<HookDisabledReason>(HOOK_DISABLED)) }).nullable(),
  /** The first failure since it last answered with success. Null: it works, or got nothing yet. */
  failingSince: instant.nullable(),
  /** Until then, events are also signed with the secret before. */
  previousSecretUntil: instant.nullable(),
})
export type Hook = z.infer<typeof hook>

const hookWithSecret = z.object({
  hook,
  /** `whsec_` and base64, as in Standard Webhooks. It is never shown again. */
  secret: z.string(),
})

export const hookAttempt = z.object({
  at: instant,
  /** The HTTP status of the answer, if there was one. */
  status: z.int().nullable(),
  /** Null: the event was delivered. */
  failure: z.enum(keysOf<HookFailure>(HOOK_FAILURES)).nullable(),
  durationMs: z.int(),
})
export type HookAttempt = z.infer<typeof hookAttempt>

/** An event in the log of a webhook. */
export const hookEvent = z.object({
  /** Its `webhook-id`. */
  id: hookEventId,
  kind: z.enum([...hookKind.options, 'webhook.test']),
  happenedOn: instant,
  /** `missed`: it was not sent, because too many waited, or the webhook was disabled. */
  state: z.enum(keysOf<HookEventState>(HOOK_STATES)),
  /** While it waits after a failure. */
  nextAttemptOn: instant.nullable(),
  /** The latest 20, oldest first. */
  attempts: z.array(hookAttempt),
})
export type HookEvent = z.infer<typeof hookEvent>

const url = z
  .url({ protocol: /^https?$/, error: HOOK_TEXTS.url })
  .max(HOOK_LIMITS.urlLength, BOUND_TEXTS.tooLong('Address', HOOK_LIMITS.urlLength))
const events = z
  .array(hookKind, { error: HOOK_TEXTS.events })
  .min(1, HOOK_TEXTS.events)
  .max(hookKind.options.length, HOOK_TEXTS.events)

export const createHookBody = z.strictObject({ url, events })

const ofHook = z.object({ hookId })
const PRIVATE = 'Private addresses are refused.'

export const hookCalls = defineCalls({
  'hooks.list': { summary: 'The webhooks of the organization, oldest first', reply: z.array(hook) },
  'hooks.create': {
    summary: 'Adds a webhook, and returns its secret',
    details: PRIVATE,
    body: createHookBody,
    reply: hookWithSecret,
    holdsToken: true,
  },
  'hooks.update': {
    summary: 'Changes a webhook, or disables or enables it',
    details: `${PRIVATE} Disabled, it gets no events, and those that wait are only in the log.`,
    params: ofHook,
    body: z.strictObject({
      url: url.optional(),
      events: events.optional(),
      enabled: z.boolean().optional(),
      seen: seenOf(['url', 'events', 'enabled']),
    }),
    reply: hook,
  },
  'hooks.delete': { summary: 'Deletes a webhook with its log', params: ofHook },
  'hooks.rotate': {
    summary: 'Replaces the secret of a webhook, and returns the new one',
    details: `For ${HOOK_LIMITS.secretHours} hours, events are signed with both. A secret before these ends at once.`,
    params: ofHook,
    reply: hookWithSecret,
    holdsToken: true,
  },
  'hooks.test': {
    summary: 'Sends the event `webhook.test`, once, and returns what came of it',
    params: ofHook,
    reply: hookEvent,
  },
  'hooks.events': {
    summary: `The log of a webhook: the events of the last ${HOOK_LIMITS.logDays} days, newest first`,
    params: ofHook,
    query: z.strictObject({
      /** The page starts after this event. */
      before: hookEventId.optional(),
      limit: limit(PAGE.hookEvents, PAGE.maxHookEvents),
    }),
    reply: z.array(hookEvent),
  },
  'hooks.replay': {
    summary: 'Sends an event again, with the same `webhook-id`',
    params: z.object({ hookId, hookEventId }),
    reply: hookEvent,
  },
  'hooks.replayAll': {
    summary: 'Sends all events again that failed or were not sent, since a time',
    details: `Also events that wait for another attempt. At most ${HOOK_LIMITS.queue} events wait for a webhook: call it again for the rest.`,
    params: ofHook,
    body: z.strictObject({ since: instant }),
    reply: z.object({ count: z.int() }),
  },
})
