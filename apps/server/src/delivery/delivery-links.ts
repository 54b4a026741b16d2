import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FileId, TenantId } from '@partyline/contract'
import type { DeliveryId } from '../../database/index.ts'
import { derivedKey } from '../platform/index.ts'

/** Lets Twilio read one file for one attempt to deliver it. */
export type DeliveryLink = { tenantId: TenantId; deliveryId: DeliveryId; fileId: FileId; postedAt: Date }

const ID_BYTES = 16
const TIME_BYTES = 8
const PAYLOAD_BYTES = ID_BYTES * 3 + TIME_BYTES
/** A whole SHA-256. */
const SIGNATURE_BYTES = 32

/** Signed tokens for Twilio's addresses. The key is derived from `secret`, AUTH_SECRET, for this purpose alone. */
export function createDeliveryLinks({ secret }: { secret: string }) {
  const key = derivedKey(secret, 'media links')
  const sign = (payload: Buffer) => createHmac('sha256', key).update(payload).digest()

  return {
    tokenFor({ tenantId, deliveryId, fileId, postedAt }: DeliveryLink): string {
      const time = Buffer.alloc(TIME_BYTES)
      time.writeBigUInt64BE(BigInt(postedAt.getTime()))
      const payload = Buffer.concat([bytesOf(tenantId), bytesOf(deliveryId), bytesOf(fileId), time])
      return Buffer.concat([payload, sign(payload)]).toString('base64url')
    },
    /** Null if it is forged. */
    read(token: string): DeliveryLink | null {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== PAYLOAD_BYTES + SIGNATURE_BYTES) return null
      const payload = bytes.subarray(0, PAYLOAD_BYTES)
      if (!timingSafeEqual(sign(payload), bytes.subarray(PAYLOAD_BYTES))) return null
      return {
        tenantId: idAt<TenantId>(payload, 0),
        deliveryId: idAt(payload, 1),
        fileId: idAt<FileId>(payload, 2),
        postedAt: new Date(Number(payload.readBigUInt64BE(ID_BYTES * 3))),
      }
    },
  }
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function idAt<Id extends string>(payload: Buffer, index: number): Id {
  const hex = payload.toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as Id
}
