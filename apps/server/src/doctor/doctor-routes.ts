import type { Handlers, PlainHandlers } from '../platform/index.ts'
import type { Doctor } from './doctor-service.ts'
import type { SelfTest } from './self-test/self-test.ts'

export function doctorRoutes({ doctor, selfTest }: { doctor: Doctor; selfTest: Pick<SelfTest, 'answer'> }) {
  return {
    'doctor.run': ({ caller }) => doctor.run(caller.tenantId),
    'webhooks.twilioTest': async ({ request }) => selfTest.answer(request),
  } satisfies Partial<Handlers & PlainHandlers>
}
