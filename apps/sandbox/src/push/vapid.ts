import { errors, importJWK, jwtVerify } from 'jose'
import { PushError } from './push-error.ts'

/** The origin of the push service. */
export const PUSH_ORIGIN = 'https://push.partyline.test'

const MAX_LIFETIME_SECONDS = 24 * 60 * 60
/** `vapid t={token}, k={public key}`, in any order. */
const SCHEME = /^vapid\s+(.+)$/i
const CONTACT = /^(?:mailto:[^\s<>@]+@[^\s<>@]+|https:\/\/\S+)$/

/** Whether a key is an uncompressed point on P-256 in base64url. */
export function isPublicKey(key: string): boolean {
  return pointOf(key) !== undefined
}

/**
 * Checks who sends a push (RFC 8292), as strictly as the strictest service.
 * @param requiredKey the key with which the browser has subscribed, if any
 */
export async function checkVapid(authorization: string | undefined, requiredKey: string | undefined, now: number) {
  const { t: token, k: key } = parametersOf(authorization)
  const point = pointOf(key ?? '')
  if (token === undefined || point === undefined) throw new PushError(401, 'Send Authorization: vapid t=…, k=….')
  if (requiredKey !== undefined && key !== requiredKey) {
    throw new PushError(403, 'The key is not the one of the subscription.')
  }
  const { exp = 0, sub = '' } = await verified(token, point, now)
  if (exp > now / 1000 + MAX_LIFETIME_SECONDS) throw new PushError(401, 'The token is valid for more than 24 hours.')
  if (!CONTACT.test(sub)) throw new PushError(401, 'sub must be a mailto: or https: address.')
}

async function verified(token: string, point: Buffer, now: number) {
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  try {
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const options = {
      audience: PUSH_ORIGIN,
      currentDate: new Date(now),
      requiredClaims: ['exp'],
    }
    return (await jwtVerify(token, key, options)).payload
  } catch (error) {
    const reason = error instanceof errors.JOSEError ? error.message : 'the key is not on the curve'
    throw new PushError(401, `The token is not valid: ${reason}.`)
  }
}

function parametersOf(authorization = ''): Partial<Record<string, string>> {
  const parameters = SCHEME.exec(authorization)?.[1] ?? ''
  return Object.fromEntries(parameters.split(',').map((each) => each.trim().split(/=(.*)/s, 2)))
}

function pointOf(key: string): Buffer | undefined {
  const point = Buffer.from(key, 'base64url')
  return /^[\w-]+$/.test(key) && point.length === 65 && point[0] === 4 ? point : undefined
}
