import type { PushSubscription } from '@partyline/sandbox'
import { SignJWT } from 'jose'

const { subtle } = globalThis.crypto
const P256 = { namedCurve: 'P-256' } as const
const utf8 = new TextEncoder()

type Claims = { aud?: string; exp?: number | undefined; sub?: string }

/** Encrypts and signs as RFC 8291 and 8292 say, with the Web Crypto API and nothing of the sandbox. */
export async function createApplicationServer() {
  const pair = await subtle.generateKey({ name: 'ECDSA', ...P256 }, true, ['sign', 'verify'])
  const publicKey = base64url(await subtle.exportKey('raw', pair.publicKey))
  return {
    publicKey,
    /** The Authorization header; claims that are given replace the right ones. */
    async authorization(claims: Claims = {}) {
      const now = Math.floor(Date.now() / 1000)
      const right = { aud: 'https://push.partyline.test', exp: now + 3600, sub: 'mailto:ops@texts.example' }
      const token = await new SignJWT({ ...right, ...claims })
        .setProtectedHeader({ alg: 'ES256' })
        .sign(pair.privateKey)
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}

/** The delimiter of the last record, and padding (RFC 8188). */
const END = [2, 0, 0]

/** One record of `aes128gcm` for a subscription. */
export async function encrypted({ keys }: Pick<PushSubscription, 'keys'>, text: string, end = END): Promise<Buffer> {
  const [theirs, secret] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  const pair = await subtle.generateKey({ name: 'ECDH', ...P256 }, true, ['deriveBits'])
  const ours = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const theirKey = await subtle.importKey('raw', theirs, { name: 'ECDH', ...P256 }, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirKey }, pair.privateKey, 256)

  const inputKey = await hkdf(shared, secret, Buffer.concat([utf8.encode('WebPush: info\0'), theirs, ours]), 32)
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const key = await hkdf(inputKey, salt, utf8.encode('Content-Encoding: aes128gcm\0'), 16)
  const iv = await hkdf(inputKey, salt, utf8.encode('Content-Encoding: nonce\0'), 12)
  const contentKey = await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const padded = Buffer.concat([utf8.encode(text), Buffer.from(end)])
  const record = await subtle.encrypt({ name: 'AES-GCM', iv }, contentKey, padded)
  const header = Buffer.from([...salt, 0, 0, 16, 0, ours.length, ...ours])
  return Buffer.concat([header, new Uint8Array(record)])
}

async function hkdf(key: ArrayBuffer, salt: Uint8Array<ArrayBuffer>, info: Uint8Array<ArrayBuffer>, bytes: number) {
  const base = await subtle.importKey('raw', key, 'HKDF', false, ['deriveBits'])
  return subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, base, bytes * 8)
}

const base64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url')
