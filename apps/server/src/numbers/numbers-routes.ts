import type { CallBody } from '@partyline/contract'
import type { FastifyReply } from 'fastify'
import type { Caller, Handlers } from '../platform/index.ts'
import type { Numbers } from './numbers-service.ts'

/** The calls that change or delete a line or a contact are in `settings/settings-routes.ts`. */
export function numberRoutes({ numbers }: { numbers: Numbers }) {
  async function search({ tenantId }: Caller, wanted: CallBody<'numbers.search'>, reply: FastifyReply) {
    const { found, nextCursor } = await numbers.search(tenantId, wanted)
    if (nextCursor) void reply.header('X-Next-Cursor', nextCursor)
    return found
  }

  return {
    'numbers.mobile': ({ caller, query, reply }) => search(caller, { ...query, type: 'Mobile' }, reply),
    'numbers.addMobile': async ({ caller, body }) => [await numbers.addMobile(caller, body)],
    'numbers.twilio': async ({ caller: { tenantId, key } }) =>
      (await numbers.listInUse(tenantId)).filter(({ id }) => key?.lines?.has(id) ?? true),
    'numbers.search': ({ caller, body, reply }) => search(caller, body, reply),
    'settings.checkMobileImport': ({ caller, body }) => numbers.checkImport(caller.tenantId, body.contacts),
    'settings.importMobileNumbers': ({ caller, body }) => numbers.importContacts(caller, body.contacts),
    'settings.exportMobileNumbers': ({ caller }) => numbers.exportContacts(caller),
  } satisfies Partial<Handlers>
}
