import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FileId, TenantId } from '@partyline/contract'
import { derivedKey } from '../platform/index.ts'
import type { Clock } from '../platform/index.ts'

type Link = { tenantId: TenantId; fileId: FileId; expiresAt: Date }

/** Tokens that stand for the right to read one file for a while (decisions 10). */
export type MediaLinks = {
  tokenFor(tenantId: TenantId, fileId: FileId): string
  /** Null where it is forged or has expired. */
  read(token: string): Link | null
}

const DAY_MS = 24 * 60 * 60 * 1000
const ID_BYTES = 16
/** Tenant, file, and the day on which it ends, counted from 1970. */
const PAYLOAD_BYTES = ID_BYTES * 2 + 4
/** A whole SHA-256. */
const SIGNATURE_BYTES = 32

/** `secret` is AUTH_SECRET: the key is derived from it for this purpose alone. */
export function createMediaLinks({ secret, clock }: { secret: string; clock: Clock }): MediaLinks {
  const key = derivedKey(secret, 'media links')
  const sign = (payload: Buffer) => createHmac('sha256', key).update(payload).digest()
  const today = () => Math.floor(clock.now().getTime() / DAY_MS)

  return {
    tokenFor(tenantId, fileId) {
      const payload = Buffer.alloc(PAYLOAD_BYTES)
      payload.set(bytesOf(tenantId), 0)
      payload.set(bytesOf(fileId), ID_BYTES)
      // At the end of tomorrow: good for one to two days, and the same all day, so that browsers can keep the picture.
      payload.writeUInt32BE(today() + 2, ID_BYTES * 2)
      return Buffer.concat([payload, sign(payload)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== PAYLOAD_BYTES + SIGNATURE_BYTES) return null
      const payload = bytes.subarray(0, PAYLOAD_BYTES)
      if (!timingSafeEqual(sign(payload), bytes.subarray(PAYLOAD_BYTES))) return null
      const expiresAt = new Date(payload.readUInt32BE(ID_BYTES * 2) * DAY_MS)
      if (expiresAt <= clock.now()) return null
      return {
        tenantId: idOf<TenantId>(payload.subarray(0, ID_BYTES)),
        fileId: idOf<FileId>(payload.subarray(ID_BYTES, ID_BYTES * 2)),
        expiresAt,
      }
    },
  }
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function idOf<Id extends string>(bytes: Buffer): Id {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as Id
}
