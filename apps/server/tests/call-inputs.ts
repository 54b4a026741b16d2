import { randomUUID } from 'node:crypto'
import { calls } from '@partyline/contract'
import type { CallName } from '@partyline/contract'

/** The names in a call's path. */
export function paramsOf(name: CallName): string[] {
  const schemas = calls[name]
  return 'params' in schemas ? Object.keys(schemas.params.shape) : []
}

/** Ids that exist nowhere, for calls that name something. */
export function nowhere(name: CallName): { params: Record<string, string> } {
  return { params: Object.fromEntries(paramsOf(name).map((param) => [param, randomUUID()])) }
}

/** Valid bodies, except for the IDs in them, for calls that check the body before the path. */
const BODIES: Partial<Record<CallName, object>> = {
  'chats.update': { numberId: randomUUID(), name: 'Mallory', memberIds: [randomUUID()] },
  'chats.setState': { state: 'done' },
  'chats.assign': { userId: null },
  'chats.setNotify': { notify: 'all' },
  'messages.reschedule': { sendAt: null },
  'chats.viewMessages': { messageIds: [randomUUID()], asRead: true },
  'notes.add': { text: 'Mallory was here.' },
  'notes.update': { text: 'Mallory was here.' },
  'numbers.renameMobile': { name: 'Mallory' },
  'settings.updateUser': { name: 'Mallory', role: 'User' },
  'settings.updateMobileNumber': { name: 'Mallory' },
  'settings.updateTwilioNumber': { useNumber: true },
  'settings.assignUsers': { ids: [] },
  'settings.updateHours': { greeting: 'Mallory' },
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
