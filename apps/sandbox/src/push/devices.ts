import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { jsonObject, readInput, UnknownName } from '../input/index.ts'
import { createDeviceKeys, decryptPush } from './encryption.ts'
import type { DeviceKeys } from './encryption.ts'
import { PushError } from './push-error.ts'
import { isPublicKey, PUSH_ORIGIN } from './vapid.ts'

/**
 * `expire`: 410. `forget`: 404. `throttle`: 429 with `Retry-After`. `failing`: 503. `hang`: no answer. `redirect`: 307 to
 * another origin. `offline`: pushes are accepted, and arrive when the fault is over.
 */
export const PUSH_FAULTS = ['expire', 'forget', 'throttle', 'failing', 'hang', 'redirect', 'offline'] as const

const newDevice = jsonObject('{ "applicationServerKey": "BN…" }', {
  applicationServerKey: z
    .string()
    .refine(isPublicKey, 'Send the public VAPID key in base64url, or leave it out.')
    .optional(),
})

const faultOrder = jsonObject('{ "fault": "throttle", "retryAfter": 5 }', {
  fault: z.enum(PUSH_FAULTS, { error: `Send null, or one of ${PUSH_FAULTS.join(', ')}.` }).nullable(),
  /** Seconds, for `throttle`. */
  retryAfter: z.int('Give whole seconds.').min(0, 'Give seconds from 0.').default(10),
})

/** As `PushSubscription.toJSON` returns it in a browser. */
export type PushSubscription = {
  endpoint: string
  expirationTime: null
  keys: { p256dh: string; auth: string }
}

/** A push on the device. */
export type ReceivedPush = {
  /** The decrypted content: parsed, if it is JSON. */
  payload: unknown
  /** Seconds. */
  ttl: number
  topic: string | null
  urgency: string
  arrivedAt: string
}

/** A push as it is sent. */
export type SentPush = Pick<ReceivedPush, 'ttl' | 'topic' | 'urgency'> & { body: Buffer }

/** Browsers that get push, for tests. */
export type PushControls = {
  /** Subscribes a new device, until the next start. @throws an error with an explanation if the input is invalid */
  subscribe(options?: z.input<typeof newDevice>): PushSubscription
  /** The messages that a device received, oldest first. */
  messages(endpoint: string): readonly ReceivedPush[]
  /** The number of requests for a device, including those that were refused. */
  attempts(endpoint: string): number
  /** Replaces the fault of a device; null ends it. @throws an error with an explanation if the input is invalid */
  setFault(endpoint: string, order: z.input<typeof faultOrder>): void
}

export type Device = {
  keys: DeviceKeys
  applicationServerKey: string | undefined
  order: z.output<typeof faultOrder>
  messages: ReceivedPush[]
  attempts: number
  /** Pushes of a device that is offline. `until`: milliseconds since 1970. */
  held: { push: ReceivedPush; until: number }[]
}

export type Devices = PushControls & {
  find(token: string): Device | undefined
  /** Takes a push for a device, and returns its ID. @throws {PushError} */
  accept(device: Device, push: SentPush): string
}

export const endpointOf = (token: string) => `${PUSH_ORIGIN}/push/${token}`

export function createDevices(now: () => number): Devices {
  const devices = new Map<string, Device>()

  function deviceAt(endpoint: string): Device {
    const device = devices.get(endpoint)
    if (!device) throw new UnknownName(`There is no device at ${endpoint}.`)
    return device
  }

  function deliver(device: Device, push: ReceivedPush) {
    device.messages.push({ ...push, arrivedAt: new Date(now()).toISOString() })
  }

  return {
    subscribe(options = {}) {
      const { applicationServerKey } = readInput(newDevice, options)
      const keys = createDeviceKeys()
      const endpoint = endpointOf(randomBytes(32).toString('base64url'))
      const order = { fault: null, retryAfter: 0 }
      devices.set(endpoint, { keys, applicationServerKey, order, messages: [], attempts: 0, held: [] })
      const [p256dh, auth] = [keys.publicKey.toString('base64url'), keys.secret.toString('base64url')]
      return { endpoint, expirationTime: null, keys: { p256dh, auth } }
    },
    messages: (endpoint) => deviceAt(endpoint).messages,
    attempts: (endpoint) => deviceAt(endpoint).attempts,
    setFault(endpoint, order) {
      const device = deviceAt(endpoint)
      device.order = readInput(faultOrder, order)
      if (device.order.fault === 'offline') return
      for (const { push, until } of device.held.splice(0)) if (now() < until) deliver(device, push)
    },
    find: (token) => devices.get(endpointOf(token)),
    accept(device, { body, ...rest }) {
      const push = { ...rest, payload: payloadOf(body, device.keys), arrivedAt: '' }
      if (device.order.fault === 'offline') {
        const { topic, ttl } = push
        device.held = device.held.filter((other) => topic === null || other.push.topic !== topic)
        device.held.push({ push, until: now() + ttl * 1000 })
      } else deliver(device, push)
      return randomUUID()
    },
  }
}

/** A real service cannot decrypt a push: there the browser would drop it without a word. */
function payloadOf(body: Buffer, keys: DeviceKeys): unknown {
  let text
  try {
    text = decryptPush(body, keys)
  } catch {
    throw new PushError(400, 'The device cannot decrypt the push.')
  }
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
