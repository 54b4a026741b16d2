import { z } from 'zod'
import { jsonObject } from '../input/index.ts'

/** Ten minutes, in milliseconds. */
const LONGEST_DELAY = 600_000
/** What servers and the balancers before them answer when they fail. */
const SERVER_ERRORS = [500, 502, 503, 504] as const

const often = {
  /** How often it strikes; absent: until it is taken away. */
  times: wholeNumber({ min: 1, max: 1_000_000 }).optional(),
}
const failing = z.strictObject({
  ...often,
  status: z.literal(SERVER_ERRORS, 'Choose 500, 502, 503 or 504.').default(503),
})
const slow = z.strictObject({ ...often, milliseconds: wholeNumber({ min: 1, max: LONGEST_DELAY }).default(10_000) })
const plain = z.strictObject(often)

/** Of Twilio's account as a whole: one time is one request to the API. */
const ofAccount = {
  /** No request is answered but with an error. */
  twilioDown: failing,
  /** The account has another token by now: 401, code 20003. */
  tokenRenewed: plain,
  /** 429, code 20429, to every request; `retryAfter` in seconds. */
  accountBusy: z.strictObject({ ...often, retryAfter: wholeNumber({ min: 0, max: 3600 }).default(1) }),
  /** The account may not do what is asked: 403 with this code of Twilio's. */
  accountRefused: z.strictObject({ ...often, code: wholeNumber({ min: 20_000, max: 29_999 }).default(20_403) }),
  accountSuspended: plain,
  accountClosed: plain,
  trialAccount: plain,
  /** Twilio's answers bear a time that is so much later; negative: earlier. */
  clockSkew: z.strictObject({
    ...often,
    seconds: z
      .int('Give whole seconds.')
      .min(-86_400, 'Give at most a day.')
      .max(86_400, 'Give at most a day.')
      .default(600),
  }),
  /** The API of Messaging Services alone answers with an error. */
  servicesDown: failing,
  numbersWithoutSms: plain,
  numbersWithoutMms: plain,
}

/** All that the sandbox can do wrong on purpose, as a person or a test asks for it. */
const faultSetSchema = z
  .strictObject({
    // POST Messages: one time is one request.
    /** The message goes its way, and no answer comes. */
    acceptAndHang: plain,
    /** The message goes its way, and the connection breaks. */
    acceptAndReset: plain,
    errorBeforeAccepting: failing,
    errorAfterAccepting: failing,
    /** 429, code 20429; `retryAfter` in seconds. */
    tooManyRequests: z.strictObject({ ...often, retryAfter: wholeNumber({ min: 0, max: 3600 }).default(1) }),

    // Status callbacks: one time is one callback, except for the order, which is a message's.
    duplicateCallbacks: plain,
    /** `sent` is told after the final status. */
    reorderedCallbacks: plain,
    delayedCallbacks: slow,
    missingCallbacks: plain,

    // Incoming texts: one time is one text. Forgeries come beside any webhook, also a callback.
    webhooksTwice: plain,
    /** Nobody listens at our address: one time is one try, also of a callback and of the fallback URL. */
    unreachableServer: plain,
    /** What was changed on the way, under the signature of the real one. */
    forgedWebhooks: plain,
    unsignedWebhooks: plain,

    // A picture's bytes: one time is one request.
    mediaNotFound: plain,
    slowMedia: slow,

    // On the air: one time is one message.
    /** The message ends as `undelivered` with this code of Twilio's. */
    carrierError: z.strictObject({ ...often, code: wholeNumber({ min: 30_000, max: 39_999 }) }),
    /** Each of the account's numbers sends so many segments a second; further messages stay `queued`. */
    throughput: z.strictObject({
      ...often,
      segmentsPerSecond: z.number('Give a number of segments.').positive('Give a number above 0.').max(1000),
    }),
    ...ofAccount,
  })
  .partial()

/** Those of the account as a whole, as its owner meets them. */
export const ACCOUNT_FAULT_NAMES = Object.keys(ofAccount) as (keyof typeof ofAccount)[]
/** Those that cannot be set for one phone alone. */
const FOR_ALL_ONLY = ['throughput', ...ACCOUNT_FAULT_NAMES] as const

/** What `PUT /sandbox/faults` takes: the faults of one phone, or of all, from now on. */
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
