import type { FastifyInstance } from 'fastify'
import { sendInputError } from '../input/index.ts'
import type { Devices } from './devices.ts'
import { endpointOf } from './devices.ts'

type ForDevice = { Params: { token: string } }

/** Devices for scripts, and for pages of the app whose browser has no push service. */
export async function deviceRoutes(app: FastifyInstance, { devices, appUrl }: { devices: Devices; appUrl: string }) {
  app.setErrorHandler(sendInputError)
  app.addHook('onRequest', async (_request, reply) => {
    void reply.header('access-control-allow-origin', new URL(appUrl).origin)
  })
  app.options('/sandbox/push/*', (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PUT')
      .header('access-control-allow-headers', 'content-type')
      .send(),
  )

  app.post('/sandbox/push/devices', (request) => devices.subscribe(request.body ?? {}))

  app.get<ForDevice>('/sandbox/push/devices/:token/messages', (request) =>
    devices.messages(endpointOf(request.params.token)),
  )

  app.put<ForDevice>('/sandbox/push/devices/:token/fault', (request) => {
    devices.setFault(endpointOf(request.params.token), request.body as Parameters<Devices['setFault']>[1])
    return request.body
  })
}
