/**
 * Every route of the server in one table: method, path, and who may call it (docs/product.md#roles). The schemas of
 * requests and responses are with their entities (`chats.ts`, `users.ts`, …).
 * This file has no imports, so that the web app can load the addresses without the schemas.
 *
 * - `access`: `anonymous`; `user`: any enabled user of the tenant; `admin`: its Admins only; `twilio` and
 *   `marketplace`: only that program, identified by its signature.
 * - `scope`: an API key that has it may make the call, too. Without one, only people may: docs/product.md#api-keys
 * - `answer`: `envelope` (the default), or `plain` for formats that others define: sign-in, webhooks, media, health.
 */
export const routes = {
  'chats.search': { method: 'POST', path: '/api/v1/chats/search', access: 'user', scope: 'read' },
  'chats.unreadTotal': { method: 'GET', path: '/api/v1/chats/unread/total', access: 'user' },
  'chats.counts': { method: 'GET', path: '/api/v1/chats/counts', access: 'user' },
  'chats.create': { method: 'POST', path: '/api/v1/chats', access: 'user', scope: 'send' },
  'chats.get': { method: 'GET', path: '/api/v1/chats/{chatId}', access: 'user', scope: 'read' },
  'chats.changes': { method: 'GET', path: '/api/v1/chats/{chatId}/changes', access: 'user', scope: 'read' },
  'chats.export': {
    method: 'GET',
    path: '/api/v1/chats/{chatId}/export',
    access: 'user',
    answer: 'plain',
    alsoByCookie: true,
  },
  'chats.update': { method: 'PUT', path: '/api/v1/chats/{chatId}', access: 'user' },
  'chats.setState': { method: 'PUT', path: '/api/v1/chats/{chatId}/state', access: 'user' },
  'chats.assign': { method: 'PUT', path: '/api/v1/chats/{chatId}/assignee', access: 'user' },
  'chats.setNotify': { method: 'PUT', path: '/api/v1/chats/{chatId}/notifications', access: 'user' },
  'chats.delete': { method: 'DELETE', path: '/api/v1/chats/{chatId}', access: 'user' },
  'chats.restore': { method: 'POST', path: '/api/v1/chats/{chatId}/restore', access: 'admin' },
  'chats.join': { method: 'POST', path: '/api/v1/chats/{chatId}/members', access: 'user' },
  'chats.leave': { method: 'DELETE', path: '/api/v1/chats/{chatId}/members', access: 'user' },
  'chats.removeMember': { method: 'DELETE', path: '/api/v1/chats/{chatId}/members/{memberId}', access: 'user' },
  'consent.ask': { method: 'POST', path: '/api/v1/chats/{chatId}/consent/request', access: 'user' },
  'optOuts.add': { method: 'PUT', path: '/api/v1/chats/{chatId}/members/{memberId}/opt-out', access: 'user' },
  'optOuts.undo': { method: 'DELETE', path: '/api/v1/chats/{chatId}/members/{memberId}/opt-out', access: 'user' },
  'chats.viewChat': { method: 'PUT', path: '/api/v1/chats/{chatId}/viewed/chat', access: 'user' },
  'chats.viewMessages': { method: 'PUT', path: '/api/v1/chats/{chatId}/viewed/messages', access: 'user' },

  'messages.list': { method: 'GET', path: '/api/v1/chats/{chatId}/messages', access: 'user', scope: 'read' },
  'messages.files': { method: 'GET', path: '/api/v1/chats/{chatId}/files', access: 'user', scope: 'read' },
  'messages.send': { method: 'POST', path: '/api/v1/chats/{chatId}/messages', access: 'user', scope: 'send' },
  'messages.scheduled': { method: 'GET', path: '/api/v1/chats/scheduled', access: 'user' },
  'messages.cancel': { method: 'DELETE', path: '/api/v1/chats/{chatId}/messages/{messageId}', access: 'user' },
  'messages.reschedule': {
    method: 'PUT',
    path: '/api/v1/chats/{chatId}/messages/{messageId}/schedule',
    access: 'user',
  },
  'messages.sendAgain': {
    method: 'POST',
    path: '/api/v1/chats/{chatId}/messages/{messageId}/deliveries/{memberId}/again',
    access: 'user',
  },
  'messages.sendFailedAgain': {
    method: 'POST',
    path: '/api/v1/chats/{chatId}/messages/{messageId}/again',
    access: 'user',
  },
  'messages.dismissFailure': {
    method: 'PUT',
    path: '/api/v1/chats/{chatId}/messages/{messageId}/dismissed',
    access: 'user',
  },
  'messages.markSent': {
    method: 'POST',
    path: '/api/v1/chats/{chatId}/messages/{messageId}/deliveries/{memberId}/sent',
    access: 'user',
  },
  'messages.unread': { method: 'GET', path: '/api/v1/chats/messages/unread', access: 'user' },
  'messages.search': { method: 'POST', path: '/api/v1/chats/messages/search', access: 'user', scope: 'read' },

  'notes.list': { method: 'GET', path: '/api/v1/chats/{chatId}/notes', access: 'user' },
  'notes.add': { method: 'POST', path: '/api/v1/chats/{chatId}/notes', access: 'user' },
  'notes.update': { method: 'PUT', path: '/api/v1/chats/{chatId}/notes/{noteId}', access: 'user' },
  'notes.delete': { method: 'DELETE', path: '/api/v1/chats/{chatId}/notes/{noteId}', access: 'user' },
  'notes.history': { method: 'GET', path: '/api/v1/chats/{chatId}/notes/{noteId}/history', access: 'admin' },
  'notes.view': { method: 'PUT', path: '/api/v1/chats/{chatId}/viewed/notes', access: 'user' },
  'notes.search': { method: 'POST', path: '/api/v1/chats/notes/search', access: 'user' },

  'notifications.get': { method: 'GET', path: '/api/v1/users/me/notifications', access: 'user' },
  'notifications.update': { method: 'PUT', path: '/api/v1/users/me/notifications', access: 'user' },
  'notifications.shown': { method: 'POST', path: '/api/v1/users/me/notifications/shown', access: 'user' },
  'push.list': { method: 'GET', path: '/api/v1/users/me/push', access: 'user' },
  'push.add': { method: 'POST', path: '/api/v1/users/me/push', access: 'user' },
  'push.remove': { method: 'DELETE', path: '/api/v1/users/me/push/{deviceId}', access: 'user' },
  'push.test': { method: 'POST', path: '/api/v1/users/me/push/{deviceId}/test', access: 'user' },

  'numbers.mobile': { method: 'GET', path: '/api/v1/numbers/mobile', access: 'user' },
  'numbers.addMobile': { method: 'POST', path: '/api/v1/numbers/mobile', access: 'user' },
  'numbers.renameMobile': { method: 'PUT', path: '/api/v1/numbers/mobile/{numberId}/name', access: 'user' },
  'numbers.twilio': { method: 'GET', path: '/api/v1/numbers/twilio', access: 'user', scope: 'read' },
  'numbers.search': { method: 'POST', path: '/api/v1/numbers/search', access: 'user' },

  'consent.list': { method: 'GET', path: '/api/v1/contacts/consent', access: 'user' },
  'consent.export': { method: 'POST', path: '/api/v1/contacts/consent/export', access: 'user' },
  'consent.check': { method: 'POST', path: '/api/v1/contacts/consent/check', access: 'user', scope: 'contacts' },

  'contacts.search': { method: 'POST', path: '/api/v1/contacts/search', access: 'user', scope: 'contacts' },
  'contacts.count': { method: 'POST', path: '/api/v1/contacts/count', access: 'user', scope: 'contacts' },
  'contacts.ofChat': { method: 'GET', path: '/api/v1/chats/{chatId}/contacts', access: 'user', scope: 'contacts' },
  'contacts.create': { method: 'POST', path: '/api/v1/contacts', access: 'user', scope: 'contacts' },
  'contacts.get': { method: 'GET', path: '/api/v1/contacts/{contactId}', access: 'user', scope: 'contacts' },
  'contacts.update': { method: 'PUT', path: '/api/v1/contacts/{contactId}', access: 'user', scope: 'contacts' },
  'contacts.merge': { method: 'POST', path: '/api/v1/contacts/{contactId}/merge', access: 'admin' },
  'contacts.delete': { method: 'DELETE', path: '/api/v1/contacts/{contactId}', access: 'admin' },
  'contacts.erase': { method: 'POST', path: '/api/v1/contacts/{contactId}/erase', access: 'admin' },
  'contacts.consent': {
    method: 'GET',
    path: '/api/v1/contacts/{contactId}/consent',
    access: 'user',
    scope: 'contacts',
  },
  'contacts.recordConsent': {
    method: 'POST',
    path: '/api/v1/contacts/{contactId}/consent',
    access: 'user',
    scope: 'contacts',
  },
  'contacts.history': { method: 'GET', path: '/api/v1/contacts/{contactId}/history', access: 'user' },
  'contacts.tag': { method: 'POST', path: '/api/v1/contacts/tags', access: 'user' },
  'contacts.tags': { method: 'GET', path: '/api/v1/contacts/tags', access: 'user', scope: 'contacts' },
  'contacts.export': { method: 'POST', path: '/api/v1/contacts/export', access: 'user' },
  'contactImports.list': { method: 'GET', path: '/api/v1/contacts/imports', access: 'user' },
  'contactImports.columns': { method: 'POST', path: '/api/v1/contacts/imports/columns', access: 'user' },
  'contactImports.preview': { method: 'POST', path: '/api/v1/contacts/imports/preview', access: 'user' },
  'contactImports.start': { method: 'POST', path: '/api/v1/contacts/imports', access: 'user' },
  'contactImports.add': { method: 'POST', path: '/api/v1/contacts/imports/{contactImportId}/parts', access: 'user' },
  'contactImports.finish': {
    method: 'POST',
    path: '/api/v1/contacts/imports/{contactImportId}/finish',
    access: 'user',
  },
  'contactImports.undo': { method: 'POST', path: '/api/v1/contacts/imports/{contactImportId}/undo', access: 'user' },
  'contactImports.report': { method: 'GET', path: '/api/v1/contacts/imports/{contactImportId}/report', access: 'user' },
  'contactFields.list': { method: 'GET', path: '/api/v1/contacts/fields', access: 'user', scope: 'contacts' },
  'contactFields.update': { method: 'PUT', path: '/api/v1/contacts/fields', access: 'admin' },
  'contactViews.list': { method: 'GET', path: '/api/v1/contacts/views', access: 'user' },
  'contactViews.create': { method: 'POST', path: '/api/v1/contacts/views', access: 'user' },
  'contactViews.update': { method: 'PUT', path: '/api/v1/contacts/views/{contactViewId}', access: 'user' },
  'contactViews.delete': { method: 'DELETE', path: '/api/v1/contacts/views/{contactViewId}', access: 'user' },

  'snippets.list': { method: 'GET', path: '/api/v1/snippets', access: 'user' },
  'snippets.create': { method: 'POST', path: '/api/v1/snippets', access: 'user' },
  'snippets.update': { method: 'PUT', path: '/api/v1/snippets/{snippetId}', access: 'user' },
  'snippets.delete': { method: 'DELETE', path: '/api/v1/snippets/{snippetId}', access: 'user' },

  'settings.tenant': { method: 'GET', path: '/api/v1/settings/tenant', access: 'admin' },
  'settings.updateTenant': { method: 'PUT', path: '/api/v1/settings/tenant', access: 'admin' },
  'settings.consented': { method: 'GET', path: '/api/v1/settings/tenant/consented', access: 'user' },
  'settings.twilioAccount': { method: 'GET', path: '/api/v1/settings/twilio/account', access: 'user' },
  'settings.updateTwilioAccount': { method: 'PUT', path: '/api/v1/settings/twilio/account', access: 'admin' },
  'settings.addUser': { method: 'POST', path: '/api/v1/settings/users', access: 'admin' },
  'settings.updateUser': { method: 'PUT', path: '/api/v1/settings/users/{userId}/details', access: 'admin' },
  'settings.deleteMobileNumber': {
    method: 'DELETE',
    path: '/api/v1/settings/mobile/numbers/{numberId}',
    access: 'admin',
  },
  'settings.updateMobileNumber': {
    method: 'PUT',
    path: '/api/v1/settings/mobile/numbers/{numberId}/details',
    access: 'admin',
  },
  'settings.checkMobileImport': {
    method: 'POST',
    path: '/api/v1/settings/mobile/numbers/import/check',
    access: 'admin',
  },
  'settings.importMobileNumbers': { method: 'POST', path: '/api/v1/settings/mobile/numbers/import', access: 'admin' },
  'settings.exportMobileNumbers': { method: 'GET', path: '/api/v1/settings/mobile/numbers/export', access: 'admin' },
  'settings.listMobileOptOuts': {
    method: 'GET',
    path: '/api/v1/settings/mobile/numbers/{numberId}/opt-outs',
    access: 'admin',
  },
  'settings.updateTwilioNumber': {
    method: 'PUT',
    path: '/api/v1/settings/twilio/numbers/{numberId}/details',
    access: 'admin',
  },
  'settings.updateConsent': {
    method: 'PUT',
    path: '/api/v1/settings/twilio/numbers/{numberId}/consent',
    access: 'admin',
  },
  'settings.updateHours': {
    method: 'PUT',
    path: '/api/v1/settings/twilio/numbers/{numberId}/hours',
    access: 'admin',
  },
  'settings.updateRetention': {
    method: 'PUT',
    path: '/api/v1/settings/twilio/numbers/{numberId}/retention',
    access: 'admin',
  },
  'retention.preview': {
    method: 'GET',
    path: '/api/v1/settings/twilio/numbers/{numberId}/retention',
    access: 'admin',
  },
  'legalHolds.list': { method: 'GET', path: '/api/v1/settings/legal-holds', access: 'admin' },
  'legalHolds.place': { method: 'POST', path: '/api/v1/settings/legal-holds', access: 'admin' },
  'legalHolds.release': { method: 'DELETE', path: '/api/v1/settings/legal-holds/{legalHoldId}', access: 'admin' },
  'settings.rejectedMessages': { method: 'GET', path: '/api/v1/settings/messages/rejected', access: 'admin' },
  'settings.state': { method: 'GET', path: '/api/v1/settings/state', access: 'admin' },
  'settings.audit': { method: 'GET', path: '/api/v1/settings/audit', access: 'admin' },
  'settings.assignUsers': {
    method: 'PUT',
    path: '/api/v1/settings/twilio/numbers/{numberId}/users',
    access: 'admin',
  },

  'archives.list': { method: 'GET', path: '/api/v1/settings/archives', access: 'admin' },
  'archives.start': { method: 'POST', path: '/api/v1/settings/archives', access: 'admin' },
  'archives.download': {
    method: 'GET',
    path: '/api/v1/settings/archives/{archiveId}/parts/{part}',
    access: 'admin',
    alsoByCookie: true,
    answer: 'plain',
  },
  'archives.delete': { method: 'DELETE', path: '/api/v1/settings/archives/{archiveId}', access: 'admin' },

  'hooks.list': { method: 'GET', path: '/api/v1/settings/webhooks', access: 'admin', scope: 'webhooks' },
  'hooks.create': { method: 'POST', path: '/api/v1/settings/webhooks', access: 'admin', scope: 'webhooks' },
  'hooks.update': { method: 'PUT', path: '/api/v1/settings/webhooks/{hookId}', access: 'admin', scope: 'webhooks' },
  'hooks.delete': { method: 'DELETE', path: '/api/v1/settings/webhooks/{hookId}', access: 'admin', scope: 'webhooks' },
  'hooks.rotate': {
    method: 'POST',
    path: '/api/v1/settings/webhooks/{hookId}/secret',
    access: 'admin',
    scope: 'webhooks',
  },
  'hooks.test': { method: 'POST', path: '/api/v1/settings/webhooks/{hookId}/test', access: 'admin', scope: 'webhooks' },
  'hooks.events': {
    method: 'GET',
    path: '/api/v1/settings/webhooks/{hookId}/events',
    access: 'admin',
    scope: 'webhooks',
  },
  'hooks.replay': {
    method: 'POST',
    path: '/api/v1/settings/webhooks/{hookId}/events/{hookEventId}/replay',
    access: 'admin',
    scope: 'webhooks',
  },
  'hooks.replayAll': {
    method: 'POST',
    path: '/api/v1/settings/webhooks/{hookId}/events/replay',
    access: 'admin',
    scope: 'webhooks',
  },

  'keys.list': { method: 'GET', path: '/api/v1/settings/keys', access: 'admin' },
  'keys.create': { method: 'POST', path: '/api/v1/settings/keys', access: 'admin' },
  'keys.update': { method: 'PUT', path: '/api/v1/settings/keys/{keyId}', access: 'admin' },
  'keys.rotate': { method: 'POST', path: '/api/v1/settings/keys/{keyId}/rotate', access: 'admin' },
  'keys.revoke': { method: 'DELETE', path: '/api/v1/settings/keys/{keyId}', access: 'admin' },

  'diagnostics.sending': { method: 'GET', path: '/api/v1/settings/diagnostics/sending', access: 'admin' },
  'diagnostics.run': { method: 'GET', path: '/api/v1/settings/diagnostics', access: 'admin' },

  'reports.get': { method: 'GET', path: '/api/v1/reports', access: 'user' },
  'reports.csv': { method: 'GET', path: '/api/v1/reports/csv', access: 'user' },
  'reports.update': { method: 'PUT', path: '/api/v1/reports/settings', access: 'admin' },

  'users.me': { method: 'GET', path: '/api/v1/users/me', access: 'user' },
  'users.get': { method: 'GET', path: '/api/v1/users/{userId}', access: 'user' },
  'users.list': { method: 'GET', path: '/api/v1/users', access: 'user', scope: 'read' },
  'users.lookup': { method: 'POST', path: '/api/v1/users/lookup', access: 'user' },

  'sessions.list': { method: 'GET', path: '/api/v1/sessions', access: 'user' },
  'sessions.endAll': { method: 'DELETE', path: '/api/v1/sessions', access: 'user' },
  'sessions.end': { method: 'DELETE', path: '/api/v1/sessions/{sessionId}', access: 'user' },
  'sessions.signInCode': { method: 'POST', path: '/api/v1/sessions/code', access: 'user' },

  'marketplace.resolve': { method: 'POST', path: '/api/v1/marketplace/resolve', access: 'anonymous' },
  'marketplace.activate': { method: 'POST', path: '/api/v1/marketplace/activate', access: 'anonymous' },
  'webhooks.saas': { method: 'POST', path: '/api/v1/webhooks/saas', access: 'marketplace', answer: 'plain' },
  'webhooks.twilioMessage': {
    method: 'POST',
    path: '/api/v1/webhooks/twilio/messages',
    access: 'twilio',
    answer: 'plain',
  },
  'webhooks.twilioStatus': {
    method: 'POST',
    path: '/api/v1/webhooks/twilio/status/{deliveryId}',
    access: 'twilio',
    answer: 'plain',
  },

  /** The server's test of its own public address: it answers only its own requests. */
  'webhooks.twilioTest': { method: 'POST', path: '/api/v1/webhooks/twilio/test', access: 'anonymous', answer: 'plain' },

  'media.get': {
    method: 'GET',
    path: '/api/v1/media/{fileId}/{fileName}',
    access: 'user',
    alsoByCookie: true,
    answer: 'plain',
  },
  'media.getForTwilio': {
    method: 'GET',
    path: '/api/v1/media/deliveries/{token}/{fileName}',
    access: 'anonymous',
    answer: 'plain',
  },

  'auth.consent': { method: 'GET', path: '/api/v1/consent', access: 'anonymous', answer: 'plain' },
  'auth.session': { method: 'GET', path: '/api/auth/session', access: 'anonymous', answer: 'plain' },
  'auth.updateSession': { method: 'POST', path: '/api/auth/session', access: 'anonymous', answer: 'plain' },
  'auth.csrf': { method: 'GET', path: '/api/auth/csrf', access: 'anonymous', answer: 'plain' },
  'auth.providers': { method: 'GET', path: '/api/auth/providers', access: 'anonymous', answer: 'plain' },
  'auth.signInPage': { method: 'GET', path: '/api/auth/signin', access: 'anonymous', answer: 'plain' },
  'auth.signInPageOf': { method: 'GET', path: '/api/auth/signin/{provider}', access: 'anonymous', answer: 'plain' },
  'auth.signIn': { method: 'POST', path: '/api/auth/signin/{provider}', access: 'anonymous', answer: 'plain' },
  'auth.callback': { method: 'GET', path: '/api/auth/callback/{provider}', access: 'anonymous', answer: 'plain' },
  'auth.postCallback': { method: 'POST', path: '/api/auth/callback/{provider}', access: 'anonymous', answer: 'plain' },
  'auth.signOutPage': { method: 'GET', path: '/api/auth/signout', access: 'anonymous', answer: 'plain' },
  'auth.signOut': { method: 'POST', path: '/api/auth/signout', access: 'anonymous', answer: 'plain' },
  'auth.renewed': { method: 'GET', path: '/api/auth/renewed', access: 'anonymous', answer: 'plain' },
  'auth.error': { method: 'GET', path: '/api/auth/error', access: 'anonymous', answer: 'plain' },
  'auth.log': { method: 'POST', path: '/api/auth/_log', access: 'anonymous', answer: 'plain' },

  'health.live': { method: 'GET', path: '/healthz', access: 'anonymous', answer: 'plain' },
  'health.ready': { method: 'GET', path: '/readyz', access: 'anonymous', answer: 'plain' },
  config: { method: 'GET', path: '/config.json', access: 'anonymous', answer: 'plain' },
} as const satisfies Record<string, Route>

/** Programs that authenticate by signing their requests. */
export type Signer = 'twilio' | 'marketplace'

export type Access = 'anonymous' | 'user' | 'admin' | Signer

/** The scopes of an API key: docs/product.md#api-keys */
export type KeyScope = 'read' | 'send' | 'contacts' | 'webhooks'

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parameters are in braces: `/api/v1/chats/{chatId}`. */
  path: string
  access: Access
  scope?: KeyScope
  /** The session cookie works like the token, because browsers load images, videos, and links without a token. */
  alsoByCookie?: true
  answer?: 'envelope' | 'plain'
}

/** The name of a call, for example `chats.search`. */
export type CallName = keyof typeof routes

/** The calls whose response has the envelope. */
export type EnvelopeCallName = {
  [Name in CallName]: (typeof routes)[Name] extends { answer: 'plain' } ? never : Name
}[CallName]

/** Whether a call changes nothing. Searches are POST only because their terms do not belong in URLs. */
export const isRead = (name: CallName, { method }: Pick<Route, 'method'> = routes[name]): boolean =>
  method === 'GET' || name.endsWith('.search') || name === 'contacts.count'
