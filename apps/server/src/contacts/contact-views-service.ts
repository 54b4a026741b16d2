import { BOUND_TEXTS, CONTACT_BOUNDS } from '@partyline/contract'
import type { CallBody, ContactView, ContactViewId, RealtimeEvent } from '@partyline/contract'
import { announceNumbers } from '../numbers/index.ts'
import { AppError, invalid, newId } from '../platform/index.ts'
import type { Caller, Database, Queries, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { deleteView, insertView, listViews, lockViewRow, updateView } from './contact-views-store.ts'
import type { NamedView } from './contact-views-store.ts'

export type ContactViews = {
  list(caller: Caller): Promise<ContactView[]>
  /** @throws {AppError} `validation` if there are too many */
  add(caller: Caller, view: CallBody<'contactViews.create'>): Promise<ContactView>
  /** @throws {AppError} `not-found`, or `forbidden` */
  change(caller: Caller, viewId: ContactViewId, view: CallBody<'contactViews.update'>): Promise<ContactView>
  /** @throws {AppError} `not-found`, or `forbidden` */
  remove(caller: Caller, viewId: ContactViewId): Promise<void>
}

type Parts = { database: Database; tenants: Tenants; announcements: Topic<readonly RealtimeEvent[]> }

export function createContactViews({ database, tenants, announcements }: Parts): ContactViews {
  const announce = announceNumbers(announcements)

  /** @throws {AppError} `not-found`, also for another person's own, or `forbidden` */
  async function lockView(trx: Queries, caller: Caller, viewId: ContactViewId): Promise<NamedView> {
    const view = await lockViewRow(trx, caller.tenantId, viewId)
    if (!view || (!view.shared && view.createdBy !== caller.userId)) throw new AppError('not-found')
    if (view.createdBy !== caller.userId && caller.role !== 'Admin') throw new AppError('forbidden')
    return view
  }

  return {
    async list({ tenantId, userId }) {
      return (await listViews(database.queries, tenantId, userId)).map(presentView)
    },
    async add(caller, { name, shared, ...query }) {
      const { tenantId, userId } = caller
      const viewId = newId<ContactViewId>()
      await database.transaction(async (trx) => {
        await tenants.lock(trx, tenantId)
        if ((await listViews(trx, tenantId, userId)).length >= CONTACT_BOUNDS.views) {
          throw invalid({ name: [BOUND_TEXTS.tooMany('saved searches', CONTACT_BOUNDS.views)] })
        }
        await insertView(trx, { tenantId, viewId, createdBy: userId, name, shared, query })
      })
      if (shared) announce(tenantId, 'PhoneNumbersUpdated')
      return { id: viewId, name, shared, createdBy: { id: userId, name: caller.name }, ...query }
    },
    async change(caller, viewId, { name, shared, ...query }) {
      const { tenantId } = caller
      const before = await database.transaction(async (trx) => {
        const view = await lockView(trx, caller, viewId)
        await updateView(trx, { tenantId, viewId, name, shared, query })
        return view
      })
      if (shared || before.shared) announce(tenantId, 'PhoneNumbersUpdated')
      return { id: viewId, name, shared, createdBy: { id: before.createdBy, name: before.author }, ...query }
    },
    async remove(caller, viewId) {
      const view = await database.transaction(async (trx) => {
        const known = await lockView(trx, caller, viewId)
        await deleteView(trx, caller.tenantId, viewId)
        return known
      })
      if (view.shared) announce(caller.tenantId, 'PhoneNumbersUpdated')
    },
  }
}

function presentView({ viewId: id, name, shared, createdBy, author, query }: NamedView): ContactView {
  return { id, name, shared, createdBy: { id: createdBy, name: author }, ...query }
}
