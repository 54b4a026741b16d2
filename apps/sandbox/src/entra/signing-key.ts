import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Section } from '../journal/index.ts'

/** The RSA key that signs the tokens of all directories. */
export type SigningKey = { kid: string; privateJwk: JWK; publicJwk: JWK }

/** Loads the stored key, or creates and stores one, so that tokens stay valid after a restart. */
export async function loadSigningKey(kept: Section<JWK>): Promise<SigningKey> {
  const privateJwk = kept.past.at(-1) ?? (await newKey(kept))
  const kid = await calculateJwkThumbprint(privateJwk)
  const marks = { kid, use: 'sig', alg: 'RS256' }
  const { kty, n, e } = privateJwk
  return { kid, privateJwk: { ...privateJwk, ...marks }, publicJwk: { kty, n, e, ...marks } }
}

async function newKey(kept: Section<JWK>): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = await exportJWK(privateKey)
  kept.append(key)
  return key
}
