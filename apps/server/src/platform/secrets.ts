import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, hkdfSync } from 'node:crypto'

export type EncryptionKey = { id: string; key: Buffer }

/** Keeps secrets out of the database: AES-256-GCM, written as `keyId.nonce.tag.ciphertext` in base64url. */
export type Keyring = {
  /** `context` identifies the secret's owner; a ciphertext moved elsewhere does not decrypt. */
  encrypt(secret: string, context: string): string
  decrypt(stored: string, context: string): string
  /** The same secret, encrypted with the first key; null if it already is. */
  renew(stored: string, context: string): string | null
}

/** The first key encrypts, every key decrypts: so keys are rotated. */
export function createKeyring(encryptionKeys: EncryptionKey[]): Keyring {
  const keys = encryptionKeys.map(({ id, key }) => ({ id, key: createSecretKey(key) }))
  const current = keys[0]
  if (!current) throw new Error('A keyring needs a key.')
  const keyring: Keyring = {
    encrypt(secret, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(context))
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return [current.id, ...[nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'))].join(
        '.',
      )
    },
    decrypt(stored, context) {
      const [id, nonce, tag, ciphertext] = stored.split('.')
      const key = keys.find((candidate) => candidate.id === id)
      if (!key || !nonce || !tag || ciphertext === undefined) throw new Error(`No key to decrypt with: ${id}`)
      const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(nonce, 'base64url'))
        .setAAD(Buffer.from(context))
        .setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(ciphertext, 'base64url')), decipher.final()]).toString('utf8')
    },
    renew(stored, context) {
      const isCurrent = stored.startsWith(`${current.id}.`)
      return isCurrent ? null : keyring.encrypt(keyring.decrypt(stored, context), context)
    },
  }
  return keyring
}

/** A key for one purpose only, so that a signature for one purpose is never valid for another. */
export function derivedKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `partyline ${purpose}`, 32))
}
