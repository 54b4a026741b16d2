import { setTimeout as wait } from 'node:timers/promises'
import type { Delivery, Message } from '@partyline/contract'
import type { TwilioMessage } from '../evidence/evidence.ts'
import { readTranscripts } from '../evidence/transcripts.ts'
import type { Transcript } from '../evidence/transcripts.ts'
import { listTwilioMessages } from '../evidence/twilio-list.ts'
import type { World } from '../world/world.ts'
import type { Company } from './company.ts'
import type { ActionLog } from './action-log.ts'

const SECOND = 1_000
/** Shorter than the timeout of requests to Twilio (15 s). */
const STEP_MS = 5 * SECOND
/** Longer than the maximum pause between two attempts (60 s). */
const DRAINED_STEPS = 15
/** Timeout; the checker reports what is still pending. */
const MAX_STEPS = 1_200
/** In milliseconds of the machine's clock, which requests depend on. */
const POLL_MS = 200
/** Relayed with the same text each time, so Twilio's list does not tell which ones it has. */
const KEYWORDS: ReadonlySet<string> = new Set(['STOP', 'START'])

type Parts = { world: World; companies: readonly Company[]; actionLog: ActionLog }

/** Passes time without faults until every text has its outcome. Returns the milliseconds that it took, or null. */
export async function waitUntilSettled({ world, companies, actionLog }: Parts): Promise<number | null> {
  const startedAt = world.now()
  const clicked = new Set(actionLog.clicks.map(({ messageId }) => messageId))
  let quietSteps = 0
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const isDrained = quietSteps >= DRAINED_STEPS
    await world.pass(STEP_MS)
    await wait(POLL_MS)
    const transcripts = await Promise.all(companies.map(readTranscripts))
    quietSteps = hasQueue(transcripts.flat()) ? 0 : quietSteps + 1
    if (isDrained && haveAllArrived({ companies, transcripts, actionLog })) {
      const atTwilio = await listTwilioMessages(world.sandbox)
      if (transcripts.flat().every((transcript) => isSettled(transcript, clicked, atTwilio)))
        return world.now() - startedAt
    }
  }
  return null
}

/** More than the pauses between attempts add up to: three days. */
const MAX_HOURS = 80
const HOUR = 3_600 * SECOND

/** Passes time until the webhooks have got every event, as far as their addresses can tell. */
export async function waitUntilTold(world: World, companies: readonly Company[]): Promise<void> {
  const { received } = world.endpoint
  for (let hour = 0; hour < MAX_HOURS; hour += 1) {
    await world.pass(HOUR)
    for (let known = -1; known < received.length;) {
      known = received.length
      await wait(POLL_MS)
    }
    const accepted = new Set(received.flatMap(({ id, isAccepted }) => (isAccepted ? id : [])))
    if (!received.every(({ id }) => accepted.has(id))) continue
    const since = new Date(world.now() - MAX_HOURS * HOUR).toISOString()
    const counts = await Promise.all(
      companies.map(({ admin, hookId }) => admin.get('hooks.replayAll', { params: { hookId }, body: { since } })),
    )
    if (counts.every(({ count }) => count === 0)) return
  }
}

function hasQueue(transcripts: readonly Transcript[]): boolean {
  return transcripts.some(({ messages }) =>
    messages.some(({ delivery }) => delivery.some(({ status }) => status === 'queued')),
  )
}

/** Whether all texts and pictures of phones have arrived. Compares counts; duplicates are for the checker. */
function haveAllArrived(parts: Omit<Parts, 'world'> & { transcripts: readonly Transcript[][] }): boolean {
  return parts.companies.every(({ tenantId, blockedPhone }, place) => {
    const sent = parts.actionLog.phoneTexts.filter((text) => text.tenantId === tenantId && text.phone !== blockedPhone)
    const shown = (parts.transcripts[place] ?? []).flatMap(({ chat, messages }) => {
      const phones = new Set(chat.members.filter(({ role }) => role === 'ExternalMobile').map(({ id }) => id))
      return messages.filter(({ sentBy }) => phones.has(sentBy))
    })
    return shown.length >= sent.length && countShown(shown) >= countSent(sent)
  })
}

/** Pictures that are stored or reported missing. */
function countShown(messages: readonly Message[]): number {
  return messages.reduce((sum, { media, missingMedia }) => sum + media.length + missingMedia, 0)
}

function countSent(texts: ActionLog['phoneTexts']): number {
  return texts.reduce((sum, { pictures }) => sum + pictures.length, 0)
}

/** Whether every text of the chat has its final status, as far as Twilio knows. */
function isSettled(
  { chat, messages }: Transcript,
  clicked: ReadonlySet<string>,
  atTwilio: readonly TwilioMessage[],
): boolean {
  const numbers = new Map(chat.members.map(({ id, number }) => [id, number]))
  const isAtTwilio = (text: string, number: string | null | undefined) =>
    atTwilio.some(({ direction, to, body }) => direction === 'outbound-api' && to === number && body.endsWith(text))
  const isOver = ({ id, text }: Message, { status, memberId }: Delivery) => {
    if (status === 'queued' || status === 'sending') return false
    if (clicked.has(id)) return true
    // If Twilio has the text, the server finds out; otherwise a person has to decide.
    if (status === 'unknown') return KEYWORDS.has(text) || !isAtTwilio(text, numbers.get(memberId))
    return status !== 'sent'
  }
  return messages.every((message) => message.delivery.every((delivery) => isOver(message, delivery)))
}
