import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readInput, sendInputError } from '../input/index.ts'
import type { FaultOrder } from './fault-schema.ts'
import type { Faults } from './faults.ts'

const query = z.strictObject({ phone: z.e164('Write the phone as %2B12025550142, or leave it out.').optional() })

/** The API of the faults, for scripts and the phones' page. Each call returns the faults in force. */
export async function faultsPlugin(app: FastifyInstance, { faults }: { faults: Faults }) {
  app.setErrorHandler(sendInputError)

  app.get('/sandbox/faults', () => faults.inForce())

  app.put('/sandbox/faults', (request) => {
    faults.set(request.body as FaultOrder)
    return faults.inForce()
  })

  app.delete('/sandbox/faults', (request) => {
    faults.clear(readInput(query, request.query).phone)
    return faults.inForce()
  })
}
