import { setTimeout as wait } from 'node:timers/promises'
import type { Delivery, Message } from '@partyline/contract'
import type { TwilioMessage } from '../evidence/evidence.ts'
import { readTranscripts } from '../evidence/transcripts.ts'
import type { Transcript } from '../evidence/transcripts.ts'
import { listTwilioMessages } from '../evidence/twilio-list.ts'
import type { World } from '../world/world.ts'
import type { Company } from './company.ts'
import type { Diary } from './diary.ts'

const SECOND = 1_000
/** Short enough that no request to Twilio is given up for it (15 s). */
const STEP_MS = 5 * SECOND
/** After the longest pause between two tries (60 s), none is left that only waits. */
const DRAINED_STEPS = 15
/** What has not come to an end by then will not: the checker says what it is. */
const PATIENCE_STEPS = 1_200
/** Milliseconds of the machine's clock: requests take as long as they take. */
const LOOK_EVERY_MS = 200
/** Relayed in the same words each time: which of them Twilio has cannot be told. */
const KEYWORDS: ReadonlySet<string> = new Set(['STOP', 'START'])

type Parts = { world: World; companies: readonly Company[]; diary: Diary }

/** Passes time without faults until every text has its outcome. Answers how many milliseconds that took, or null. */
export async function becomeQuiet({ world, companies, diary }: Parts): Promise<number | null> {
  const startedAt = world.now()
  const clicked = new Set(diary.clicks.map(({ messageId }) => messageId))
  let quietSteps = 0
  for (let step = 1; step <= PATIENCE_STEPS; step += 1) {
    const isDrained = quietSteps >= DRAINED_STEPS
    await world.pass(STEP_MS)
    await wait(LOOK_EVERY_MS)
    const transcripts = await Promise.all(companies.map(readTranscripts))
    quietSteps = hasQueue(transcripts.flat()) ? 0 : quietSteps + 1
    if (isDrained && haveAllComeIn({ companies, transcripts, diary })) {
      const atTwilio = await listTwilioMessages(world.sandbox)
      if (transcripts.flat().every((transcript) => isSettled(transcript, clicked, atTwilio)))
        return world.now() - startedAt
    }
  }
  return null
}

function hasQueue(transcripts: readonly Transcript[]): boolean {
  return transcripts.some(({ messages }) =>
    messages.some(({ delivery }) => delivery.some(({ status }) => status === 'queued')),
  )
}

/** The texts of phones and their pictures. Counted: what comes in twice is for the checker. */
function haveAllComeIn(parts: Omit<Parts, 'world'> & { transcripts: readonly Transcript[][] }): boolean {
  return parts.companies.every(({ tenantId, blockedPhone }, place) => {
    const sent = parts.diary.phoneTexts.filter((text) => text.tenantId === tenantId && text.phone !== blockedPhone)
    const shown = (parts.transcripts[place] ?? []).flatMap(({ chat, messages }) => {
      const phones = new Set(chat.members.filter(({ role }) => role === 'ExternalMobile').map(({ id }) => id))
      return messages.filter(({ sentBy }) => phones.has(sentBy))
    })
    return shown.length >= sent.length && countShown(shown) >= countSent(sent)
  })
}

/** Pictures that are there, or said to be missing. */
function countShown(messages: readonly Message[]): number {
  return messages.reduce((sum, { media, missingMedia }) => sum + media.length + missingMedia, 0)
}

function countSent(texts: Diary['phoneTexts']): number {
  return texts.reduce((sum, { pictures }) => sum + pictures.length, 0)
}

/** Every text of the chat has come to an end, as far as Twilio can tell. */
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
    // Where Twilio has it, that is found out; where it has not, a person has to decide.
    if (status === 'unknown') return KEYWORDS.has(text) || !isAtTwilio(text, numbers.get(memberId))
    return status !== 'sent'
  }
  return messages.every((message) => message.delivery.every((delivery) => isOver(message, delivery)))
}
