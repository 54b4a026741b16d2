import type { Handlers } from '../platform/index.ts'
import type { Diagnostics } from './diagnostics-service.ts'
import type { SelfTest } from './self-test/self-test.ts'

export function diagnosticsRoutes({
  diagnostics,
  selfTest,
}: {
  diagnostics: Diagnostics
  selfTest: Pick<SelfTest, 'answer'>
}) {
  return {
    'diagnostics.sending': ({ caller }) => diagnostics.checkSending(caller.tenantId),
    'diagnostics.run': ({ caller }) => diagnostics.run(caller.tenantId),
    'webhooks.twilioTest': async ({ request }) => selfTest.answer(request),
  } satisfies Partial<Handlers>
}
