import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a subscription. The private one never leaves the device. */
export type DeviceKeys = ReturnType<typeof createDeviceKeys>

export function createDeviceKeys() {
  const pair = createECDH('prime256v1')
  return {
    publicKey: pair.generateKeys(),
    secret: randomBytes(16),
    sharedWith: (key: Buffer) => pair.computeSecret(key),
  }
}

const TAG_LENGTH = 16
/** The delimiter after the content of the last record; padding of zeros follows. */
const LAST_RECORD = 2

/**
 * Decrypts a push (RFC 8291): one record of `aes128gcm` (RFC 8188), whose key comes from both sides' keys and the secret.
 * @throws if it was not encrypted for these keys
 */
export function decryptPush(body: Buffer, { publicKey, secret, sharedWith }: DeviceKeys): string {
  const [salt, recordSize, keyLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)]
  const sendersKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('A push is a single record.')

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sendersKey])
  const pseudorandom = createHmac('sha256', secret).update(sharedWith(sendersKey)).digest()
  const inputKey = createHmac('sha256', pseudorandom).update(info).update('\u0001').digest()
  const derived = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', inputKey, salt, `Content-Encoding: ${label}\0`, length))

  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  decipher.setAuthTag(record.subarray(-TAG_LENGTH))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_LENGTH)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== LAST_RECORD) throw new Error('A push ends with the last record.')
  return padded.subarray(0, end).toString('utf8')
}
