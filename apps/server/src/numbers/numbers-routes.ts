import type { Handlers } from '../platform/index.ts'
import type { Numbers } from './numbers-service.ts'

export function numberRoutes({ numbers }: { numbers: Numbers }) {
  return {
    'numbers.mobile': ({ caller }) => numbers.listContacts(caller.tenantId),
    'numbers.addMobile': async ({ caller, body }) => [await numbers.addMobile(caller, body)],
    'numbers.twilio': ({ caller }) => numbers.listInUse(caller.tenantId),
    'numbers.search': async ({ caller, body, reply }) => {
      const { found, nextCursor } = await numbers.search(caller.tenantId, body)
      if (nextCursor) void reply.header('X-Next-Cursor', nextCursor)
      return found
    },
    'settings.checkMobileImport': ({ caller, body }) => numbers.checkImport(caller.tenantId, body.contacts),
    'settings.importMobileNumbers': ({ caller, body }) => numbers.importContacts(caller, body.contacts),
    'settings.exportMobileNumbers': ({ caller }) => numbers.exportContacts(caller),
  } satisfies Partial<Handlers>
}
