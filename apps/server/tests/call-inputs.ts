import { randomUUID } from 'node:crypto'
import { calls } from '@partyline/contract'
import type { CallName } from '@partyline/contract'
import { PUSH_ORIGIN } from '@partyline/sandbox'

/** The names in a call's path. */
export function paramsOf(name: CallName): string[] {
  const schemas = calls[name]
  return 'params' in schemas ? Object.keys(schemas.params.shape) : []
}

/** Ids that exist nowhere, for calls that name something. */
export function nowhere(name: CallName): { params: Record<string, string> } {
  return { params: Object.fromEntries(paramsOf(name).map((param) => [param, param === 'part' ? '1' : randomUUID()])) }
}

/** Valid bodies, except for the IDs in them, for calls that check the body before the path. */
const BODIES: Partial<Record<CallName, object>> = {
  'contactImports.add': { part: 1, rows: [{ row: 2, name: 'Mallory', emails: ['mallory@example.com'] }] },
  'contacts.merge': { mergedId: randomUUID() },
  'contacts.recordConsent': {
    entries: [{ number: '+12025550199', lineId: randomUUID(), state: 'granted', source: 'spoken' }],
  },
  'contacts.update': { name: 'Mallory' },
  'contactViews.update': { name: 'Mallory' },
  'chats.update': { numberId: randomUUID(), name: 'Mallory', memberIds: [randomUUID()] },
  'chats.setState': { state: 'done' },
  'chats.assign': { userId: null },
  'chats.setNotify': { notify: 'all' },
  'hooks.update': { events: ['chat.done'] },
  'hooks.replayAll': { since: '2026-11-29T00:00:00.000Z' },
  'keys.update': { name: 'Mallory' },
  'messages.reschedule': { sendAt: null },
  'chats.viewMessages': { messageIds: [randomUUID()], asRead: true },
  'notes.add': { text: 'Mallory was here.' },
  'notes.update': { text: 'Mallory was here.' },
  'notifications.shown': { itemIds: [randomUUID()] },
  'notifications.update': { teams: true },
  'numbers.renameMobile': { name: 'Mallory' },
  'push.add': {
    endpoint: `${PUSH_ORIGIN}/push/mallory`,
    keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  },
  'settings.updateUser': { name: 'Mallory', role: 'User' },
  'settings.updateMobileNumber': { name: 'Mallory' },
  'settings.updateTwilioNumber': { useNumber: true },
  'settings.assignUsers': { ids: [] },
  'settings.updateHours': { greeting: 'Mallory' },
  'settings.updateRetention': { keepDays: 90 },
  'legalHolds.place': { reason: 'Mallory' },
  'settings.updateConsent': { consentRequest: 'Mallory' },
  'consent.check': { lineId: randomUUID(), numberIds: [randomUUID()] },
  'settings.checkMobileImport': { contacts: [{ number: '2025550199', name: 'Mallory' }] },
  'settings.importMobileNumbers': { contacts: [{ number: '2025550199', name: 'Mallory' }] },
}

/** A body that the call takes: a form, JSON, or none. */
export function bodyFor(name: CallName): { form: FormData } | { body?: object } {
  if (name === 'messages.send') {
    const form = new FormData()
    form.set('Message', 'hello')
    return { form }
  }
  const body = BODIES[name]
  return body ? { body } : {}
}
