import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptPush } from './encryption.ts'

/** The example of RFC 8291, section 5. */
const EXAMPLE = {
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  secret: 'BTBZMqHH6r4Tts7J_aSIgg',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('the example of the RFC is decrypted', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(EXAMPLE.privateKey, 'base64url')
  const keys = {
    publicKey: Buffer.from(EXAMPLE.publicKey, 'base64url'),
    secret: Buffer.from(EXAMPLE.secret, 'base64url'),
    sharedWith: (key: Buffer) => pair.computeSecret(key),
  }
  const body = Buffer.from(EXAMPLE.body, 'base64url')
  expect(decryptPush(body, keys)).toBe('When I grow up, I want to be a watermelon')
  // The record size of its header, smaller than the record.
  body.writeUInt32BE(18, 16)
  expect(() => decryptPush(body, keys)).toThrow('single record')
})
