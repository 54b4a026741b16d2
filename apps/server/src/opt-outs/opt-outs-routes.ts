import { PAGE } from '@partyline/contract'
import type { Numbers } from '../numbers/index.ts'
import { AppError } from '../platform/index.ts'
import type { Database, Handlers } from '../platform/index.ts'
import { listWishes } from './opt-outs-store.ts'

type Parts = { database: Database; numbers: Pick<Numbers, 'contactsById'> }

export function optOutRoutes({ database: { queries }, numbers }: Parts) {
  return {
    'settings.listMobileOptOuts': async ({ caller: { tenantId }, params: { numberId } }) => {
      const [contact] = await numbers.contactsById(queries, tenantId, [numberId])
      if (!contact || contact.deleted) throw new AppError('not-found')
      return listWishes(queries, { tenantId, number: contact.number, limit: PAGE.optOuts })
    },
  } satisfies Partial<Handlers>
}
