import type { FastifyReply } from 'fastify'
import type { CallBody } from '@partyline/contract'
import type { Caller, Handlers } from '../platform/index.ts'
import type { ContactFields } from './contact-fields-service.ts'
import type { ContactLists } from './contact-lists-service.ts'
import type { ContactImports } from './import/contact-imports-service.ts'
import type { ContactViews } from './contact-views-service.ts'
import type { Contacts } from './contacts-service.ts'

type Parts = {
  contacts: Contacts
  lists: ContactLists
  fields: ContactFields
  views: ContactViews
  imports: ContactImports
}

export function contactRoutes({ contacts, lists, fields, views, imports }: Parts) {
  async function search({ tenantId }: Caller, wanted: CallBody<'contacts.search'>, reply: FastifyReply) {
    const { found, nextCursor } = await lists.search(tenantId, wanted)
    if (nextCursor) void reply.header('X-Next-Cursor', nextCursor)
    return found
  }

  return {
    'contacts.search': ({ caller, body, reply }) => search(caller, body, reply),
    'contacts.count': ({ caller, body }) => lists.count(caller.tenantId, body),
    'contacts.ofChat': ({ caller, params }) => contacts.ofChat(caller.tenantId, params.chatId),
    'contacts.get': ({ caller, params }) => contacts.get(caller.tenantId, params.contactId),
    'contacts.create': ({ caller, body }) => contacts.create(caller, body),
    'contacts.update': ({ caller, params, body }) => contacts.update(caller, params.contactId, body),
    'contacts.merge': ({ caller, params, body }) => contacts.merge(caller, params.contactId, body),
    'contacts.delete': async ({ caller, params }) => {
      await contacts.remove(caller, params.contactId)
      return undefined
    },
    'contacts.history': ({ caller, params }) => contacts.history(caller.tenantId, params.contactId),
    'contacts.tag': ({ caller, body }) => lists.tag(caller, body),
    'contacts.tags': ({ caller }) => lists.listTags(caller.tenantId),
    'contacts.export': ({ caller, body }) => lists.export(caller, body),
    'contactImports.list': ({ caller }) => imports.list(caller.tenantId),
    'contactImports.columns': ({ caller, body }) => imports.columns(caller.tenantId, body.headings),
    'contactImports.preview': ({ caller, body }) => imports.preview(caller, body),
    'contactImports.start': ({ caller, body }) => imports.start(caller, body),
    'contactImports.add': ({ caller, params, body }) => imports.add(caller, params.contactImportId, body),
    'contactImports.finish': ({ caller, params }) => imports.finish(caller, params.contactImportId),
    'contactImports.undo': ({ caller, params }) => imports.undo(caller, params.contactImportId),
    'contactImports.report': ({ caller, params, query }) =>
      imports.report(caller.tenantId, params.contactImportId, query.cursor),
    'contactFields.list': ({ caller }) => fields.list(caller.tenantId),
    'contactFields.update': ({ caller, body }) => fields.update(caller, body),
    'contactViews.list': ({ caller }) => views.list(caller),
    'contactViews.create': ({ caller, body }) => views.add(caller, body),
    'contactViews.update': ({ caller, params, body }) => views.change(caller, params.contactViewId, body),
    'contactViews.delete': async ({ caller, params }) => {
      await views.remove(caller, params.contactViewId)
      return undefined
    },
  } satisfies Partial<Handlers>
}
