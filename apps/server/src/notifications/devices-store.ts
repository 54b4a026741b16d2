import { createHash } from 'node:crypto'
import type { DeviceId, PushDevice, SessionId, TenantId, UserId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'
import type { Subscription } from './push-gateway.ts'

type DeviceTable = Selectable<Tables['pushDevices']>
type Person = { tenantId: TenantId; userId: UserId }
type OneDevice = { tenantId: TenantId; deviceId: DeviceId }

/** A device, with the browser of its session. */
export type Device = Omit<DeviceTable, 'endpointHash'> & { userAgent: string }

type NewDevice = Person &
  Subscription & { deviceId: DeviceId; sessionId: SessionId; choice: PushDevice['choice']; at: Date }

/** A browser's subscription belongs to the last person who subscribed. Returns the device's ID, which stays the same for that person. */
export async function saveDevice(trx: Queries, { at, ...device }: NewDevice): Promise<DeviceId> {
  const endpointHash = createHash('sha256').update(device.endpoint).digest()
  const { tenantId, userId, sessionId, p256dh, auth, choice } = device
  const known = await trx
    .updateTable('pushDevices')
    .set({ sessionId, p256dh, auth, choice })
    .where('endpointHash', '=', endpointHash)
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .returning('deviceId')
    .executeTakeFirst()
  if (known) return known.deviceId
  await trx.deleteFrom('pushDevices').where('endpointHash', '=', endpointHash).execute()
  await trx
    .insertInto('pushDevices')
    .values({ ...device, endpointHash, createdAt: at })
    .execute()
  return device.deviceId
}

/** Removes the person's oldest devices beyond the limit. */
export async function keepNewestDevices(trx: Queries, { tenantId, userId }: Person, most: number): Promise<void> {
  await trx
    .deleteFrom('pushDevices')
    .where('tenantId', '=', tenantId)
    .where('deviceId', 'in', (eb) =>
      eb
        .selectFrom('pushDevices')
        .select('deviceId')
        .where('tenantId', '=', tenantId)
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .orderBy('deviceId', 'desc')
        .offset(most),
    )
    .execute()
}

/** Newest first. */
export function listDevices(db: Queries, { tenantId, userId }: Person): Promise<Device[]> {
  return selectDevices(db)
    .where('d.tenantId', '=', tenantId)
    .where('d.userId', '=', userId)
    .orderBy('d.createdAt', 'desc')
    .orderBy('d.deviceId', 'desc')
    .execute()
}

/** Null if it is not the person's. */
export async function findOwnDevice(
  db: Queries,
  { tenantId, userId }: Person,
  deviceId: DeviceId,
): Promise<Device | null> {
  const row = await selectDevices(db)
    .where('d.tenantId', '=', tenantId)
    .where('d.userId', '=', userId)
    .where('d.deviceId', '=', deviceId)
    .executeTakeFirst()
  return row ?? null
}

function selectDevices(db: Queries) {
  return db
    .selectFrom('pushDevices as d')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenantId', '=', 'd.tenantId').onRef('s.sessionId', '=', 'd.sessionId'),
    )
    .select(['d.tenantId', 'd.deviceId', 'd.userId', 'd.sessionId', 'd.endpoint', 'd.p256dh', 'd.auth', 'd.choice'])
    .select(['d.createdAt', 'd.lastPushAt', 's.userAgent'])
}

export async function deleteDevice(db: Queries, { tenantId, deviceId }: OneDevice): Promise<void> {
  await db.deleteFrom('pushDevices').where('tenantId', '=', tenantId).where('deviceId', '=', deviceId).execute()
}

/** A suspended tenant's people get nothing, and have to subscribe again. */
export async function endSuspendedDevices(db: Queries): Promise<void> {
  await db
    .deleteFrom('pushDevices')
    .where('tenantId', 'in', ({ selectFrom }) => selectFrom('tenants').select('tenantId').where('suspended', '=', true))
    .execute()
}

export async function markPushed(db: Queries, { tenantId, deviceId }: OneDevice, at: Date): Promise<void> {
  await db
    .updateTable('pushDevices')
    .set({ lastPushAt: at })
    .where('tenantId', '=', tenantId)
    .where('deviceId', '=', deviceId)
    .execute()
}
