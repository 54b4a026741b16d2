import type { FastifyReply } from 'fastify'
import { PAGE } from '@partyline/contract'
import type { CallQuery } from '@partyline/contract'
import { idempotencyKeyOf } from '../chats/index.ts'
import type { Numbers } from '../numbers/index.ts'
import { AppError } from '../platform/index.ts'
import type { Caller, Database, Handlers } from '../platform/index.ts'
import type { ConsentLists } from './consent-lists-service.ts'
import type { Consents } from './consent-service.ts'
import { lackingConsent, listWishes } from './consent-store.ts'

type Parts = {
  database: Database
  consents: Consents
  lists: ConsentLists
  numbers: Pick<Numbers, 'contactsById'>
}

export function consentRoutes({ database: { queries }, consents, lists, numbers }: Parts) {
  async function list(caller: Caller, wanted: CallQuery<'consent.list'>, reply: FastifyReply) {
    const { entries, nextCursor } = await lists.list(caller.tenantId, wanted)
    if (nextCursor) void reply.header('X-Next-Cursor', nextCursor)
    return entries
  }

  return {
    'settings.listMobileOptOuts': async ({ caller: { tenantId }, params: { numberId } }) => {
      const [contact] = await numbers.contactsById(queries, tenantId, [numberId])
      if (!contact || contact.deleted) throw new AppError('not-found')
      return listWishes(queries, { tenantId, number: contact.number, limit: PAGE.optOuts })
    },
    'optOuts.add': async ({ caller, params, body }) => {
      await consents.changeByHand(caller, params, { wish: 'stop', ...body })
      return undefined
    },
    'optOuts.undo': async ({ caller, params }) => {
      await consents.changeByHand(caller, params, { wish: 'start' })
      return undefined
    },
    'contacts.consent': ({ caller, params }) => lists.ofContact(caller.tenantId, params.contactId),
    'contacts.recordConsent': async ({ caller, params: { contactId }, body, request }) => {
      await consents.record(caller, contactId, body.entries, idempotencyKeyOf(request.headers))
      return lists.ofContact(caller.tenantId, contactId)
    },
    'consent.list': ({ caller, query, reply }) => list(caller, query, reply),
    'consent.export': ({ caller, body }) => lists.export(caller, body),
    'consent.check': ({ caller: { tenantId }, body }) => lackingConsent(queries, { tenantId, ...body }),
  } satisfies Partial<Handlers>
}
