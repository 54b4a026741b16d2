import { z } from 'zod'
import { jsonObject } from '../input/index.ts'

/** Ten minutes, in milliseconds. */
const MAX_DELAY = 600_000
/** Statuses of failing servers and the load balancers in front of them. */
const SERVER_ERRORS = [500, 502, 503, 504] as const

const often = {
  /** How often it strikes; absent: until it is removed. */
  times: wholeNumber({ min: 1, max: 1_000_000 }).optional(),
}
const failing = z.strictObject({
  ...often,
  status: z.literal(SERVER_ERRORS, 'Choose 500, 502, 503 or 504.').default(503),
})
const slow = z.strictObject({ ...often, milliseconds: wholeNumber({ min: 1, max: MAX_DELAY }).default(10_000) })
const plain = z.strictObject(often)

/** Faults of the whole Twilio account: one time is one request to the API. */
const ofAccount = {
  /** Every request fails. */
  twilioDown: failing,
  /** The account has a new token: 401, code 20003. */
  tokenRenewed: plain,
  /** Every request gets a 429, code 20429; `retryAfter` in seconds. */
  accountBusy: z.strictObject({ ...often, retryAfter: wholeNumber({ min: 0, max: 3600 }).default(1) }),
  /** Every request is refused with 403 and this Twilio code. */
  accountRefused: z.strictObject({ ...often, code: wholeNumber({ min: 20_000, max: 29_999 }).default(20_403) }),
  accountSuspended: plain,
  accountClosed: plain,
  /** It texts only these phones, each verified by its owner. */
  trialAccount: z.strictObject({ ...often, verified: z.array(z.e164()).optional() }),
  /** The A2P 10DLC campaign is not approved. */
  campaign: z.strictObject({
    ...often,
    status: z.enum(['PENDING', 'IN_PROGRESS', 'FAILED', 'SUSPENDED']).default('IN_PROGRESS'),
  }),
  /** Verification of each toll-free number was asked for. */
  tollFreeVerification: z.strictObject({
    ...often,
    status: z.enum(['PENDING_REVIEW', 'IN_REVIEW', 'TWILIO_APPROVED', 'TWILIO_REJECTED']).default('IN_REVIEW'),
  }),
  /** Twilio's responses have a time this far ahead; negative: behind. */
  clockSkew: z.strictObject({
    ...often,
    seconds: z
      .int('Give whole seconds.')
      .min(-86_400, 'Give at most a day.')
      .max(86_400, 'Give at most a day.')
      .default(600),
  }),
  /** Only the API of Messaging Services fails. */
  servicesDown: failing,
  numbersWithoutSms: plain,
  numbersWithoutMms: plain,
}

/** All faults, as set by a person or a test. */
const faultSetSchema = z
  .strictObject({
    // POST Messages: one time is one request.
    /** The message is accepted, and no response is sent. */
    acceptAndHang: plain,
    /** The message is accepted, and the connection breaks. */
    acceptAndReset: plain,
    errorBeforeAccepting: failing,
    errorAfterAccepting: failing,
    /** 429, code 20429; `retryAfter` in seconds. */
    tooManyRequests: z.strictObject({ ...often, retryAfter: wholeNumber({ min: 0, max: 3600 }).default(1) }),

    // Status callbacks: one time is one callback, except for the order, where it is one message.
    duplicateCallbacks: plain,
    /** `sent` is reported after the final status. */
    reorderedCallbacks: plain,
    delayedCallbacks: slow,
    missingCallbacks: plain,

    // Inbound texts: one time is one text. Forgeries accompany any webhook, including callbacks.
    webhooksTwice: plain,
    /** The app's address refuses connections: one time is one try, also of a callback or the fallback URL. */
    unreachableServer: plain,
    /** A request altered on the way, with the signature of the real one. */
    forgedWebhooks: plain,
    unsignedWebhooks: plain,

    // A picture's bytes: one time is one request.
    mediaNotFound: plain,
    slowMedia: slow,

    // The carrier: one time is one message.
    /** The message ends as `undelivered` with this Twilio code. */
    carrierError: z.strictObject({ ...often, code: wholeNumber({ min: 30_000, max: 39_999 }) }),
    /** Each of the account's numbers sends this many segments a second; further messages stay `queued`. */
    throughput: z.strictObject({
      ...often,
      segmentsPerSecond: z.number('Give a number of segments.').positive('Give a number above 0.').max(1000),
    }),
    ...ofAccount,
  })
  .partial()

/** Faults of the whole account. */
export const ACCOUNT_FAULT_NAMES = Object.keys(ofAccount) as (keyof typeof ofAccount)[]
/** Faults that cannot be set for one phone. */
const FOR_ALL_ONLY = ['throughput', ...ACCOUNT_FAULT_NAMES] as const

/** The body of `PUT /sandbox/faults`: replaces the faults of one phone, or of all. */
export const faultOrderSchema = jsonObject(
  '{ "phone": "+12025550142", "faults": { "acceptAndHang": { "times": 1 } } }',
  {
    phone: z.e164('Write the phone as +12025550142, or leave it out to mean all.').optional(),
    faults: faultSetSchema,
  },
).check((context) => {
  const { phone, faults } = context.value
  if (phone === undefined) return
  for (const name of FOR_ALL_ONLY.filter((name) => faults[name] !== undefined)) {
    const message = 'It belongs to the account’s numbers, not to a phone: leave out the phone.'
    context.issues.push({ code: 'custom', input: context.value, path: ['faults', name], message })
  }
})

export type FaultSet = z.output<typeof faultSetSchema>
export type FaultName = keyof FaultSet
export type FaultOrder = z.input<typeof faultOrderSchema>

export const FAULT_NAMES = faultSetSchema.keyof().options

function wholeNumber({ min, max }: { min: number; max: number }) {
  const error = `Give a whole number from ${min} to ${max}.`
  return z.int(error).min(min, error).max(max, error)
}
