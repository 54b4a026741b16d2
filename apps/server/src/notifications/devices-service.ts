import { NOTIFICATION, NOTIFICATION_TEXTS } from '@partyline/contract'
import type { CallBody, DeviceId, PushDevice } from '@partyline/contract'
import { deviceOf } from '../auth/index.ts'
import { AppError, invalid, newId } from '../platform/index.ts'
import type { Caller, Clock, Database } from '../platform/index.ts'
import { deleteDevice, findOwnDevice, keepNewestDevices, listDevices, markPushed, saveDevice } from './devices-store.ts'
import type { Device } from './devices-store.ts'
import type { PushGateway } from './push-gateway.ts'

/** A person's browsers that get push. Each ends with its session. */
export type Devices = {
  list(caller: Caller): Promise<PushDevice[]>
  /** @throws {AppError} `push-off`, or `validation` for a push service that the operator does not allow */
  add(caller: Caller, subscription: CallBody<'push.add'>): Promise<PushDevice>
  /** @throws {AppError} `not-found` */
  remove(caller: Caller, deviceId: DeviceId): Promise<void>
  /** @throws {AppError} `not-found`, `push-off`, or `push-failed` */
  test(caller: Caller, deviceId: DeviceId): Promise<void>
}

type Parts = { database: Database; clock: Clock; push: PushGateway | null }

export function createDevices({ database, clock, push }: Parts): Devices {
  async function find(caller: Caller, deviceId: DeviceId): Promise<Device> {
    const device = await findOwnDevice(database.queries, caller, deviceId)
    if (!device) throw new AppError('not-found')
    return device
  }

  return {
    async list(caller) {
      return (await listDevices(database.queries, caller)).map((device) => present(device, caller))
    },

    async add(caller, { endpoint, keys, choice }) {
      if (!push) throw new AppError('push-off')
      if (!push.isAllowed(endpoint)) throw invalid({ endpoint: [NOTIFICATION_TEXTS.service] })
      const { tenantId, userId, sessionId } = caller
      const deviceId = await database.transaction(async (trx) => {
        const device = { tenantId, userId, sessionId, endpoint, ...keys, choice, at: clock.now() }
        const saved = await saveDevice(trx, { ...device, deviceId: newId<DeviceId>() })
        await keepNewestDevices(trx, caller, NOTIFICATION.maxDevices)
        return saved
      })
      return present(await find(caller, deviceId), caller)
    },

    async remove(caller, deviceId) {
      await deleteDevice(database.queries, await find(caller, deviceId))
    },

    async test(caller, deviceId) {
      const device = await find(caller, deviceId)
      if (!push) throw new AppError('push-off')
      const outcome = await push.send(device, { payload: { kind: 'test' }, topic: null, urgency: 'high' })
      if (outcome.state === 'gone') await deleteDevice(database.queries, device)
      if (outcome.state !== 'accepted') throw new AppError('push-failed')
      await markPushed(database.queries, device, clock.now())
    },
  }
}

function present(
  { deviceId, userAgent, choice, createdAt, lastPushAt, sessionId }: Device,
  caller: Caller,
): PushDevice {
  return {
    id: deviceId,
    device: deviceOf(userAgent),
    choice,
    createdOn: createdAt.toISOString(),
    lastPushOn: lastPushAt?.toISOString() ?? null,
    current: sessionId === caller.sessionId,
  }
}
