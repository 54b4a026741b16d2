import { PAGE } from '@partyline/contract'
import type { Numbers } from '../numbers/index.ts'
import { AppError } from '../platform/index.ts'
import type { Database, Handlers } from '../platform/index.ts'
import type { OptOuts } from './opt-outs-service.ts'
import { listWishes } from './opt-outs-store.ts'

type Parts = { database: Database; optOuts: OptOuts; numbers: Pick<Numbers, 'contactsById'> }

export function optOutRoutes({ database: { queries }, optOuts, numbers }: Parts) {
  return {
    'settings.listMobileOptOuts': async ({ caller: { tenantId }, params: { numberId } }) => {
      const [contact] = await numbers.contactsById(queries, tenantId, [numberId])
      if (!contact || contact.deleted) throw new AppError('not-found')
      return listWishes(queries, { tenantId, number: contact.number, limit: PAGE.optOuts })
    },
    'optOuts.add': ({ caller, params }) => optOuts.changeByHand(caller, params, 'stop'),
    'optOuts.undo': ({ caller, params }) => optOuts.changeByHand(caller, params, 'start'),
  } satisfies Partial<Handlers>
}
