import type { FastifyInstance } from 'fastify'
import { deviceRoutes } from './device-routes.ts'
import type { Devices } from './devices.ts'
import { pushRoutes } from './push-routes.ts'

type PushOptions = {
  devices: Devices
  /** Its pages may use the devices. */
  appUrl: string
  /** Milliseconds since 1970. */
  now: () => number
}

/** A push service, and the devices that get push from it. */
export async function pushPlugin(app: FastifyInstance, options: PushOptions): Promise<void> {
  await app.register(pushRoutes, options)
  await app.register(deviceRoutes, options)
}
