import type { FaultOrder, FaultSet } from '@partyline/sandbox'
import { PHONES, STRANGER, TENANTS } from './cast.ts'
import { createRandom } from './random.ts'
import type { Random } from './random.ts'

/** A chat and person of a tenant, by index in the cast. */
type Where = { readonly tenant: number; readonly chat: number; readonly person: number }

/** A step of the plan. `pick` selects among what exists at that time. */
export type Step =
  | (Where & {
      readonly kind: 'send'
      readonly hasPicture: boolean
      /** Whether it replies to an earlier message of the chat. */
      readonly isReply: boolean
      /** Whether the client sends the same request twice at the same time. */
      readonly isRepeated: boolean
      /** Seconds until it is due, held or scheduled; 0: it is sent at once. */
      readonly seconds: number
      readonly isScheduled: boolean
      /** Whether the client tries to cancel it before it is due. */
      readonly isCanceled: boolean
      readonly pick: number
    })
  | { readonly kind: 'text'; readonly phone: number; readonly number: number; readonly hasPicture: boolean }
  | { readonly kind: 'wish'; readonly phone: number; readonly number: number; readonly word: 'STOP' | 'START' }
  | { readonly kind: 'fault'; readonly order: FaultOrder }
  | { readonly kind: 'clear'; readonly phone: number | null }
  | (Where & { readonly kind: 'click'; readonly click: ClickKind; readonly pick: number })
  /** The server stops, and starts again after `stepsDown` steps. */
  | {
      readonly kind: 'restart'
      readonly signal: 'SIGTERM' | 'SIGKILL'
      readonly stepsDown: number
      /** Number of status callbacks that Twilio loses around it. */
      readonly missingCallbacks: number
    }
  | { readonly kind: 'database-kill' }
  | { readonly kind: 'pass'; readonly milliseconds: number }

export type ClickKind = 'send-again' | 'send-failed-again' | 'mark-sent'

type Kind = { readonly weight: number; readonly draw: (random: Random) => Step }

/** How each kind is drawn, and how often: its weight is per thousand steps. */
const KINDS: { readonly [Name in Step['kind']]: Kind } = {
  send: {
    weight: 388,
    draw: (random) => ({
      kind: 'send',
      ...drawWhere(random),
      hasPicture: random.chance(8),
      isReply: random.chance(20),
      isRepeated: random.chance(10),
      ...drawTiming(random),
      pick: random.below(1_000),
    }),
  },
  text: { weight: 200, draw: (random) => ({ kind: 'text', ...drawPair(random), hasPicture: random.chance(5) }) },
  wish: {
    weight: 30,
    draw: (random) => ({ kind: 'wish', ...drawPair(random), word: random.chance(45) ? 'STOP' : 'START' }),
  },
  fault: { weight: 220, draw: (random) => ({ kind: 'fault', order: drawOrder(random) }) },
  clear: {
    weight: 20,
    draw: (random) => ({ kind: 'clear', phone: random.chance(50) ? random.below(PHONES.length) : null }),
  },
  click: {
    weight: 50,
    draw: (random) => {
      const click = random.pick<ClickKind>(['send-again', 'send-again', 'send-failed-again', 'mark-sent'])
      return { kind: 'click', ...drawWhere(random), click, pick: random.below(1_000) }
    },
  },
  restart: {
    weight: 7,
    draw: (random) => ({
      kind: 'restart',
      signal: random.chance(80) ? 'SIGKILL' : 'SIGTERM',
      stepsDown: random.between(0, 8),
      missingCallbacks: random.chance(50) ? random.between(5, 40) : 0,
    }),
  },
  'database-kill': { weight: 5, draw: () => ({ kind: 'database-kill' }) },
  // Shorter than the server's timeout for Twilio (15 s), so that only hung requests time out.
  pass: { weight: 80, draw: (random) => ({ kind: 'pass', milliseconds: random.between(1_000, 12_000) }) },
}

/** Whether it creates a chat, while one is left. Without a draw of its own, so that seeds keep their plans. */
export const createsChat = ({ seconds, isScheduled, pick }: Extract<Step, { kind: 'send' }>) =>
  seconds > 0 && !isScheduled && pick % 3 === 0

/** The same seed always gives the same steps. */
export function* planSteps(seed: number, { killsDatabase }: { killsDatabase: boolean }): Generator<Step, never> {
  const random = createRandom(seed)
  const kinds = Object.values(KINDS).flatMap((kind) => Array.from({ length: kind.weight }, () => kind))
  for (;;) {
    const step = random.pick(kinds).draw(random)
    // If the database must not be killed, the server is killed instead.
    yield step.kind === 'database-kill' && !killsDatabase ? KINDS.restart.draw(random) : step
  }
}

function drawTiming(random: Random) {
  const isScheduled = random.chance(10)
  const seconds = isScheduled ? random.between(20, 60) : random.chance(15) ? 5 : 0
  return { seconds, isScheduled, isCanceled: seconds > 0 && random.chance(25) }
}

function drawWhere(random: Random): Where {
  const tenant = random.below(TENANTS.length)
  const { chats, people } = TENANTS[tenant] ?? { chats: [], people: [] }
  return { tenant, chat: random.below(chats.length), person: random.below(people.length) }
}

/** A phone and a line that it texts, usually one with which it has a chat. */
function drawPair(random: Random): { phone: number; number: number } {
  const { numbers, chats, blocked } = random.pick(TENANTS)
  if (random.chance(4)) return { phone: blocked, number: random.pick(numbers) }
  if (random.chance(4)) return { phone: STRANGER, number: random.pick(numbers) }
  const { number, phones } = random.pick(chats)
  return { phone: random.pick(phones), number }
}

type Draw = (random: Random) => FaultSet

const times = (random: Random) => random.between(1, 4)

/** Each fault of the sandbox with its settings. Faults that leave a send unknown are rarer, because they block the phone. */
const FAULTS: readonly Draw[] = [
  (random) => ({ acceptAndHang: { times: random.between(1, 2) } }),
  (random) => ({ acceptAndReset: { times: times(random) } }),
  (random) => ({ errorBeforeAccepting: { times: times(random), status: random.pick([500, 502, 503, 504]) } }),
  (random) => ({ errorAfterAccepting: { times: times(random), status: random.pick([500, 502, 503, 504]) } }),
  (random) => ({ tooManyRequests: { times: times(random), retryAfter: random.between(0, 3) } }),
  (random) => ({ duplicateCallbacks: { times: random.between(8, 30) } }),
  (random) => ({ reorderedCallbacks: { times: random.between(8, 30) } }),
  (random) => ({ delayedCallbacks: { times: random.between(5, 20), milliseconds: random.between(50, 20_000) } }),
  (random) => ({ missingCallbacks: { times: random.between(4, 16) } }),
  (random) => ({ webhooksTwice: { times: random.between(8, 30) } }),
  (random) => ({ forgedWebhooks: { times: random.between(8, 30) } }),
  (random) => ({ unsignedWebhooks: { times: random.between(8, 30) } }),
  (random) => ({ mediaNotFound: { times: times(random) } }),
  (random) => ({ slowMedia: { times: times(random), milliseconds: random.between(50, 20_000) } }),
  (random) => ({ carrierError: { times: times(random), code: random.pick([30_003, 30_005, 30_006, 30_007]) } }),
]

function drawOrder(random: Random): FaultOrder {
  if (random.chance(3)) {
    return { faults: { throughput: { times: random.between(5, 20), segmentsPerSecond: random.between(2, 20) } } }
  }
  const chosen = Array.from({ length: random.between(2, 6) }, () => random.pick(FAULTS)(random))
  const faults = Object.assign({}, ...chosen) as FaultSet
  return random.chance(50) ? { faults } : { phone: PHONES[random.below(PHONES.length)], faults }
}
