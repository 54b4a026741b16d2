import type { Handlers } from '../platform/index.ts'
import type { Numbers } from './numbers-service.ts'

export function numberRoutes({ numbers }: { numbers: Numbers }) {
  return {
    'numbers.mobile': ({ caller }) => numbers.listMobile(caller.tenantId),
    'numbers.addMobile': async ({ caller, body }) => [await numbers.addMobile(caller.tenantId, body)],
    'numbers.twilio': ({ caller }) => numbers.listInUse(caller.tenantId),
    'numbers.search': ({ caller, body }) => numbers.search(caller.tenantId, body),
  } satisfies Partial<Handlers>
}
