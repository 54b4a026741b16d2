import type { AuditEntry, AuditKind, CallQuery } from '@partyline/contract'
import { AUDIT_KINDS, BY_DIRECTORY, BY_MARKETPLACE, BY_OPERATOR, ERASED } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'
import { startReceiver } from '../hooks/tests/receiver.ts'
import { createBrowser } from '../auth/tests/browser.ts'

type Page = Partial<CallQuery<'settings.audit'>>

/** They take a week, or a storage that is full: archive-parts.test.ts. */
const OF_SLOW_ARCHIVES: readonly AuditKind[] = ['archiveCanceled', 'archiveExpired', 'archiveFailed']

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

function logOf(admin: Client, query: Page = {}): Promise<AuditEntry[]> {
  return admin.get('settings.audit', { query })
}

/** The entries that the work added, oldest first: user, kind, subject, changes. */
async function leftBy(work: () => Promise<unknown>) {
  const before = await logOf(clinic.dana, { limit: 1 })
  await work()
  return newerThan(before[0])
}

async function newerThan(last: AuditEntry | undefined) {
  const entries = await logOf(clinic.dana)
  const place = entries.findIndex(({ id }) => id === last?.id)
  return entries
    .slice(0, place)
    .toReversed()
    .map(({ by, kind, subject, changes }) => [
      by?.name ?? null,
      kind,
      subject,
      ...changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`),
    ])
}

describe('the audit log records', () => {
  test('how the tenant was created', async () => {
    const entries = (await logOf(clinic.dana, { limit: 200 })).toReversed()
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'organizationOpened', subject: harness.sandbox.world.directories[0]?.domain, by: { id: clinic.dana.id } },
      { kind: 'signedIn', by: { id: clinic.dana.id } },
    ])
    expect(entries.filter(({ kind }) => kind === 'numberUsed')).toHaveLength(2)
  })

  test('sign-ins, sign-outs, and ended sessions', async () => {
    const mei = createBrowser(harness.url)
    const login = harness.sandbox.loginOf('mei@lakeside.example')
    const deeds = await leftBy(async () => {
      await mei.signIn(login)
      // Ends the session that the browser has.
      await mei.signIn(login)
      await mei.post('/api/auth/signout')
      const elsewhere = await harness.signIn('mei@lakeside.example')
      const here = await harness.signIn('mei@lakeside.example')
      const session = (await elsewhere.get('sessions.list')).find(({ current }) => current)
      await here.call('sessions.end', { params: { sessionId: session?.id ?? '' } })
      await here.call('sessions.endAll')
    })
    expect(deeds).toEqual(
      [
        'signedIn',
        'signedIn',
        'sessionEnded',
        'signedOut',
        'signedIn',
        'signedIn',
        'sessionEnded',
        'sessionsEnded',
      ].map((kind) => ['Mei Tanaka', kind, null]),
    )
  })

  test('changes of the settings, without unchanged ones', async () => {
    const change = (body: object) => clinic.dana.get('settings.updateTenant', { body })
    const deeds = await leftBy(async () => {
      await change({ name: 'Lakeside', addSignature: true })
      await change({ name: 'Lakeside', addSignature: true })
      await change({ name: 'Lakeside', addSignature: false })
    })
    expect(deeds).toEqual([
      [
        'Dana Cole',
        'organizationChanged',
        null,
        `name: ${harness.sandbox.world.directories[0]?.domain} → Lakeside`,
        'signature: Off → On',
      ],
      ['Dana Cole', 'organizationChanged', null, 'signature: On → Off'],
    ])
  })

  test('changes of API keys', async () => {
    const deeds = await leftBy(async () => {
      const body = { name: 'Bookings', scopes: ['read', 'send'], lines: [clinic.numbers[0].id] }
      const { key } = await clinic.dana.get('keys.create', { body })
      const params = { keyId: key.id }
      for (const name of ['Reminders', 'Reminders']) await clinic.dana.get('keys.update', { params, body: { name } })
      await clinic.dana.get('keys.rotate', { params })
      await clinic.dana.get('keys.revoke', { params })
    })
    expect(deeds).toEqual([
      ['Dana Cole', 'keyAdded', 'Bookings', 'scopes:  → read, send', `lines:  → ${clinic.numbers[0].name}`],
      ['Dana Cole', 'keyChanged', 'Reminders', 'name: Bookings → Reminders'],
      ['Dana Cole', 'keyReplaced', 'Reminders'],
      ['Dana Cole', 'keyRevoked', 'Reminders'],
    ])
  })

  test('archives, and each download of a part', async () => {
    const deeds = await leftBy(async () => {
      const { id: archiveId } = await clinic.dana.get('archives.start', { body: {} })
      await until(async () => (await clinic.dana.get('archives.list')).every(({ state }) => state === 'ready'))
      const address = `${harness.url}/api/v1/settings/archives/${archiveId}/parts/1`
      const headers = { authorization: `Bearer ${clinic.dana.accessToken}` }
      for (const method of ['GET', 'HEAD']) await (await fetch(address, { method, headers })).arrayBuffer()
      await clinic.dana.get('archives.delete', { params: { archiveId } })
    })
    expect(deeds).toEqual([
      ['Dana Cole', 'archiveStarted', null],
      [null, 'archiveReady', null],
      ['Dana Cole', 'archiveDownloaded', 'Part 1 of 1'],
      ['Dana Cole', 'archiveDeleted', null],
    ])
  })

  test('changes of a chat’s state and assignee', async () => {
    const { id: chatId } = await clinic.chat('Front', [clinic.dana.id])
    const deeds = await leftBy(async () => {
      for (const state of ['done', 'done', 'open']) {
        await clinic.omar.get('chats.setState', { params: { chatId }, body: { state } })
      }
      for (const userId of [clinic.omar.id, clinic.omar.id, null]) {
        await clinic.dana.get('chats.assign', { params: { chatId }, body: { userId } })
      }
    })
    expect(deeds).toEqual([
      ['Omar Haddad', 'chatStateChanged', 'Front', 'state: Open → Done'],
      ['Omar Haddad', 'chatStateChanged', 'Front', 'state: Done → Open'],
      ['Dana Cole', 'chatAssigned', 'Front', 'assignee:  → Omar Haddad'],
      ['Dana Cole', 'chatAssigned', 'Front', 'assignee: Omar Haddad → '],
    ])
  })

  test('changes of the Twilio account and its lines', async () => {
    const { accountSid, authToken } = harness.sandbox.world.twilio
    const [, number] = clinic.numbers
    const params = { numberId: number.id }
    const use = (useNumber: boolean) => clinic.dana.get('settings.updateTwilioNumber', { params, body: { useNumber } })
    const deeds = await leftBy(async () => {
      await clinic.dana.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
      await clinic.dana.get('settings.updateTwilioAccount', { body: { justRefreshExisting: true } })
      await use(false)
      await use(true)
      for (const ids of [[clinic.omar.id], [clinic.omar.id], []]) {
        await clinic.dana.get('settings.assignUsers', { params, body: { ids } })
      }
      for (const greeting of ['Welcome.', 'Welcome.', null]) {
        await clinic.dana.get('settings.updateHours', { params, body: { greeting } })
      }
      for (const consent of ['warn', 'warn', 'off'] as const) {
        await clinic.dana.get('settings.updateConsent', { params, body: { consent } })
      }
      for (const keepDays of [90, 90, null]) {
        await clinic.dana.get('settings.updateRetention', { params, body: { keepDays } })
      }
      for (const goalMinutes of [60, 60, null] as const) {
        await clinic.dana.get('reports.update', { body: { goalMinutes } })
      }
    })
    expect(deeds).toEqual([
      ['Dana Cole', 'accountChanged', accountSid],
      ['Dana Cole', 'numbersReloaded', accountSid],
      ['Dana Cole', 'numberUnused', number.name],
      ['Dana Cole', 'numberUsed', number.name],
      ['Dana Cole', 'defaultUsersChanged', number.name, 'defaultUsers:  → Omar Haddad'],
      ['Dana Cole', 'defaultUsersChanged', number.name, 'defaultUsers: Omar Haddad → '],
      ['Dana Cole', 'hoursChanged', number.name, 'greeting: Off → On'],
      ['Dana Cole', 'hoursChanged', number.name, 'greeting: On → Off'],
      ['Dana Cole', 'consentSettingsChanged', number.name, 'consent: Off → Warn'],
      ['Dana Cole', 'consentSettingsChanged', number.name, 'consent: Warn → Off'],
      ['Dana Cole', 'retentionChanged', number.name, 'keepDays: Forever → 90 days'],
      ['Dana Cole', 'retentionChanged', number.name, 'keepDays: 90 days → Forever'],
      ['Dana Cole', 'reportSettingsChanged', null, 'answerGoal: Off → 60 min'],
      ['Dana Cole', 'reportSettingsChanged', null, 'answerGoal: 60 min → Off'],
    ])
  })

  test('changes of users and their roles', async () => {
    const ruth = harness.sandbox.world.directories[0]?.people.at(-1)
    const userId = ruth?.id ?? ''
    const change = (body: object) => clinic.dana.get('settings.updateUser', { params: { userId }, body })
    const deeds = await leftBy(async () => {
      await clinic.dana.get('settings.addUser', { body: { userId, name: 'Ruth', role: 'User' } })
      await change({ name: 'Ruth Alvarez', role: 'Admin' })
      await change({ name: 'Ruth Alvarez', role: 'Admin' })
      await change({ name: 'Ruth Alvarez', role: 'User', disabled: true })
    })
    expect(deeds).toEqual([
      ['Dana Cole', 'userAdded', 'Ruth', 'role:  → User'],
      ['Dana Cole', 'userChanged', 'Ruth', 'name: Ruth → Ruth Alvarez', 'role: User → Admin'],
      ['Dana Cole', 'userChanged', 'Ruth Alvarez', 'role: Admin → User', 'state: Enabled → Disabled'],
    ])
  })

  test('changes of contacts, and deleted and restored chats', async () => {
    const [fay, gus] = ['+12025550148', '+12025550149'].map((number) => ({ number, name: 'Imported' }))
    const deeds = await leftBy(async () => {
      const marta = await clinic.contact('Marta', '+12025550142')
      const chat = await clinic.chat('Knee', [clinic.omar.id, marta.memberId])
      const params = { numberId: marta.id }
      await clinic.dana.get('settings.importMobileNumbers', { body: { contacts: [fay, gus] } })
      await clinic.dana.get('settings.exportMobileNumbers')
      await clinic.dana.get('settings.updateMobileNumber', { params, body: { name: 'Marta R.', disabled: true } })
      await clinic.dana.get('settings.updateMobileNumber', { params, body: { name: 'Marta R.', disabled: true } })
      await clinic.dana.get('settings.deleteMobileNumber', { params })
      const { id: legalHoldId } = await clinic.dana.get('legalHolds.place', {
        body: { chatId: chat.id, reason: 'Case 12' },
      })
      await clinic.dana.get('legalHolds.release', { params: { legalHoldId } })
      const ida = await clinic.dana.get('contacts.create', { body: { name: 'Ida' } })
      const ofIda = await clinic.dana.get('legalHolds.place', { body: { contactId: ida.id } })
      await clinic.dana.get('legalHolds.release', { params: { legalHoldId: ofIda.id } })
      await clinic.omar.get('chats.delete', { params: { chatId: chat.id } })
      const headers = { authorization: `Bearer ${clinic.omar.accessToken}` }
      await (await fetch(`${harness.url}/api/v1/chats/${chat.id}/export?format=json`, { headers })).text()
      await clinic.dana.get('chats.restore', { params: { chatId: chat.id } })
    })
    expect(deeds).toEqual([
      ['Dana Cole', 'contactAdded', 'Marta'],
      ['Dana Cole', 'contactsImported', '2 contacts'],
      ['Dana Cole', 'contactsExported', null],
      ['Dana Cole', 'contactChanged', 'Marta', 'name: Marta → Marta R.', 'state: Enabled → Disabled'],
      ['Dana Cole', 'contactDeleted', 'Marta R.'],
      ['Dana Cole', 'legalHoldPlaced', 'Knee', 'appliesTo:  → Chat', 'reason:  → Case 12'],
      ['Dana Cole', 'legalHoldReleased', 'Knee', 'appliesTo:  → Chat', 'reason: Case 12 → '],
      ['Dana Cole', 'contactAdded', 'Ida'],
      ['Dana Cole', 'legalHoldPlaced', 'Ida', 'appliesTo:  → Contact'],
      ['Dana Cole', 'legalHoldReleased', 'Ida', 'appliesTo:  → Contact'],
      ['Omar Haddad', 'chatDeleted', 'Knee'],
      [
        'Omar Haddad',
        'chatExportStarted',
        'Knee',
        'format:  → JSON',
        expect.stringMatching(/^period:  → Since the beginning – .* \(UTC\)$/),
        'withNotes:  → No',
      ],
      ['Omar Haddad', 'chatExported', 'Knee', expect.stringMatching(/^sha256:  → [0-9a-f]{64}$/)],
      ['Dana Cole', 'chatRestored', 'Knee'],
    ])
  })

  test('changes of shared snippets, without their texts, and none of personal ones', async () => {
    const { omar } = clinic
    const add = (shared: boolean) =>
      omar.get('snippets.create', { body: { name: 'Hours', text: 'From 9 to 5', shared } })
    const deeds = await leftBy(async () => {
      const personal = { params: { snippetId: (await add(false)).id } }
      const shared = { params: { snippetId: (await add(true)).id } }
      const change = (which: typeof shared, body: object) => omar.get('snippets.update', { ...which, body })
      await change(personal, { text: 'From 8 to 6' })
      await change(personal, { shared: true })
      await change(personal, { shared: false })
      await change(shared, { name: 'Opening hours', shortcut: 'hours' })
      await change(shared, { text: 'From 8 to 6' })
      await change(shared, { text: 'From 8 to 6' })
      for (const which of [personal, shared]) await omar.get('snippets.delete', which)
    })
    expect(deeds).toEqual([
      ['Omar Haddad', 'snippetAdded', 'Hours'],
      ['Omar Haddad', 'snippetAdded', 'Hours'],
      ['Omar Haddad', 'snippetRemoved', 'Hours'],
      ['Omar Haddad', 'snippetChanged', 'Hours', 'name: Hours → Opening hours', 'shortcut:  → hours'],
      ['Omar Haddad', 'snippetChanged', 'Opening hours'],
      ['Omar Haddad', 'snippetRemoved', 'Opening hours'],
    ])
  })

  test('changes of webhooks, with the host of the address only, and that one was disabled because it failed', async () => {
    const { dana } = clinic
    const receiver = await startReceiver()
    const { host } = new URL(receiver.url)
    const deeds = await leftBy(async () => {
      const { hook } = await dana.get('hooks.create', { body: { url: receiver.url, events: ['contact.changed'] } })
      const params = { hookId: hook.id }
      await dana.get('hooks.update', { params, body: { events: ['contact.optedOut', 'contact.changed'] } })
      await dana.get('hooks.update', { params, body: { events: ['contact.changed', 'contact.optedOut'] } })
      await dana.get('hooks.rotate', { params })
      const { id: hookEventId } = await dana.get('hooks.test', { params })
      receiver.answer(410)
      await dana.get('hooks.replay', { params: { ...params, hookEventId } })
      await until(async () => (await dana.get('hooks.list')).every(({ enabled }) => !enabled))
      await dana.get('hooks.delete', { params })
    })
    await receiver.close()
    expect(deeds).toEqual([
      ['Dana Cole', 'hookAdded', host],
      ['Dana Cole', 'hookChanged', host, 'events: contact.changed → contact.optedOut, contact.changed'],
      ['Dana Cole', 'hookSecretReplaced', host],
      ['Dana Cole', 'hookReplayed', host],
      [null, 'hookDisabled', host, 'reason:  → Disabled because the server answered that it is gone (410)'],
      ['Dana Cole', 'hookRemoved', host],
    ])
  })

  test('once that a user marked a text of unknown outcome as sent', async () => {
    const texting = createTexting(harness, clinic)
    const { chat, phones } = await texting.newChat(['Una'])
    const phone = phones[0]?.number ?? ''
    harness.sandbox.faults.set({ phone, faults: { errorBeforeAccepting: { times: 1 } } })
    const message = await texting.send(chat, 'Did it arrive?')
    const [unknown] = await texting.deliveries(chat, message, (all) => all.some(({ status }) => status === 'unknown'))
    const params = { chatId: chat.id, messageId: message.id, memberId: unknown?.memberId ?? '' }
    const deeds = await leftBy(async () => {
      await clinic.omar.get('messages.markSent', { params })
      await clinic.omar.call('messages.markSent', { params })
    })
    expect(deeds).toEqual([['Omar Haddad', 'markedAsSent', 'Una']])
  })

  test('of contacts: two that are merged, and their fields', async () => {
    const deeds = await leftBy(async () => {
      const add = (name: string) => clinic.omar.get('contacts.create', { body: { name } })
      const [one, other] = [await add('Ida'), await add('Ida P.')]
      const params = { contactId: one.id }
      await clinic.dana.get('contacts.merge', { params, body: { mergedId: other.id, name: 'Ida Park' } })
      await clinic.dana.get('contactFields.update', { body: { fields: [{ name: 'Since', kind: 'date' }] } })
      const [phone, lineId] = ['+12025550188', clinic.numbers[0].id]
      await clinic.omar.get('contacts.update', { params, body: { phones: [{ number: phone }] } })
      const entry = { number: phone, lineId, state: 'granted', source: 'spoken' }
      await clinic.omar.get('contacts.recordConsent', { params, body: { entries: [entry] } })
      await clinic.dana.get('consent.export', { body: {} })
      await clinic.dana.get('consent.export', { body: { contactId: one.id } })
      const reassignedIds = (await clinic.dana.get('contacts.get', { params })).phones.map(({ id }) => id)
      await clinic.dana.get('contacts.update', { params, body: { phones: [], reassignedIds } })
    })
    expect(deeds).toEqual([
      ['Omar Haddad', 'contactAdded', 'Ida'],
      ['Omar Haddad', 'contactAdded', 'Ida P.'],
      ['Dana Cole', 'contactMerged', 'Ida Park'],
      ['Dana Cole', 'contactFieldsChanged', null],
      ['Omar Haddad', 'contactChanged', 'Ida Park'],
      ['Omar Haddad', 'consentRecorded', '+12025550188'],
      ['Dana Cole', 'consentExported', null],
      ['Dana Cole', 'phoneReassigned', 'Ida Park', 'number: +12025550188 → '],
      ['Dana Cole', 'contactChanged', 'Ida Park'],
    ])
  })

  test('of a contact that is erased, only that: nothing names the person anymore', async () => {
    const deeds = await leftBy(async () => {
      const { id: contactId } = await clinic.omar.get('contacts.create', { body: { name: 'Ilka' } })
      await clinic.dana.get('contacts.erase', { params: { contactId }, body: {} })
    })
    expect(deeds).toEqual([
      ['Omar Haddad', 'contactAdded', ERASED.name],
      ['Dana Cole', 'contactDeleted', ERASED.name],
      ['Dana Cole', 'contactErased', null],
    ])
  })

  test('imports of contacts, and their Undo', async () => {
    const deeds = await leftBy(async () => {
      const { id: contactImportId } = await clinic.omar.get('contactImports.start', {
        body: { fileName: 'people.csv', duplicates: 'skip', total: 3 },
      })
      const params = { contactImportId }
      const rows = [{ row: 2, name: 'Ilse', emails: ['ilse@example.com'] }, { row: 3 }]
      await clinic.omar.get('contactImports.add', { params, body: { part: 1, rows } })
      for (let count = 0; count < 2; count += 1) await clinic.omar.get('contactImports.finish', { params })
      for (let count = 0; count < 2; count += 1) await clinic.dana.get('contactImports.undo', { params })
    })
    expect(deeds).toEqual([
      ['Omar Haddad', 'contactImportStarted', 'people.csv'],
      ['Omar Haddad', 'contactsImported', 'people.csv: 1 added, 1 refused'],
      ['Dana Cole', 'contactImportUndone', 'people.csv'],
    ])
  })

  test('a STOP and a START of a phone, each once', async () => {
    const texting = createTexting(harness, clinic)
    const { chat, phones } = await texting.newChat(['Abel'])
    const number = phones[0]?.number ?? ''
    const before = await logOf(clinic.dana, { limit: 1 })
    for (const [index, text] of ['STOP', 'STOP', 'START'].entries()) {
      await phones[0]?.send(texting.frontDesk, text)
      await texting.messages(chat, index + 1)
    }
    const deeds = await until(async () => {
      const seen = await newerThan(before[0])
      return seen.length >= 2 && seen
    })
    expect(deeds).toEqual([
      [null, 'optedOut', number],
      [null, 'optedIn', number],
    ])
  })

  test('every kind of entry in the tests above, except those that the marketplace, the directory, the operator, and time cause', async () => {
    const kinds = new Set((await logOf(clinic.dana, { limit: 200 })).map(({ kind }) => kind))
    for (const kind of [
      ...BY_MARKETPLACE,
      ...BY_DIRECTORY,
      ...BY_OPERATOR,
      ...OF_SLOW_ARCHIVES,
      'textsDeleted' as const,
    ])
      kinds.add(kind)
    expect([...kinds].toSorted()).toEqual((Object.keys(AUDIT_KINDS) as AuditKind[]).toSorted())
  })
})

test('a refused call adds no entry', async () => {
  const deeds = await leftBy(async () => {
    const body = { name: 'Dana Cole', role: 'User' }
    await clinic.dana.call('settings.updateUser', { params: { userId: clinic.dana.id }, body })
    await clinic.omar.call('settings.updateTenant', { body: { name: 'Mine' } })
    await clinic.dana.call('settings.updateTwilioAccount', {
      body: { accountSid: harness.sandbox.world.twilio.accountSid, authToken: 'wrong' },
    })
  })
  expect(deeds).toEqual([])
})

test('the audit log contains neither secrets nor message texts', async () => {
  const secret = 'What the diagnostics said'
  const chat = await clinic.chat('Quiet', [clinic.dana.id], { message: secret })
  await clinic.dana.get('chats.delete', { params: { chatId: chat.id } })
  const dana = await harness.signIn('dana@lakeside.example')
  const log = JSON.stringify(await logOf(dana, { limit: 200 }))
  const cookies = dana.cookies.split('; ').map((pair) => pair.split('=')[1] ?? '')
  const secrets = [secret, harness.sandbox.world.twilio.authToken, dana.accessToken ?? '', ...cookies]
  for (const word of secrets.filter((value) => value.length > 8)) expect(log).not.toContain(word)
  expect(log).toContain('Quiet')
})

describe('reading the audit log', () => {
  /** By pages of 7. */
  async function walk(query: Page): Promise<AuditEntry[]> {
    const walked: AuditEntry[] = []
    while (walked.length <= 200) {
      const last = walked.at(-1)
      const page = await logOf(clinic.dana, { ...query, limit: 7, ...(last && { before: last.id }) })
      walked.push(...page)
      if (page.length < 7) break
    }
    return walked
  }

  test('pages through it newest first, without gaps or duplicates', async () => {
    const whole = await logOf(clinic.dana, { limit: 200 })
    expect(whole.map(({ id }) => id)).toEqual(
      whole
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    expect(await walk({})).toEqual(whole)
    expect(await logOf(clinic.dana)).toEqual(whole.slice(0, 50))
  })

  test('filters by user and by kind', async () => {
    const whole = await logOf(clinic.dana, { limit: 200 })
    const by = clinic.omar.id as string as NonNullable<Page['by']>
    const ofOmar = whole.filter((entry) => entry.by?.id === by)
    const signIns = whole.filter(({ kind }) => kind === 'signedIn')
    expect(await logOf(clinic.dana, { by, limit: 200 })).toEqual(ofOmar)
    expect(await logOf(clinic.dana, { kind: 'signedIn', limit: 200 })).toEqual(signIns)
    const both = ofOmar.filter(({ kind }) => kind === 'signedIn')
    expect(await logOf(clinic.dana, { by, kind: 'signedIn', limit: 200 })).toEqual(both)
    expect([ofOmar.length > both.length, signIns.length > both.length, both.length > 0]).toEqual([true, true, true])
  })

  test('filters by a period, from its first moment to the one before its end', async () => {
    const whole = await logOf(clinic.dana, { limit: 200 })
    const [to = '', from = ''] = [whole[5]?.at, whole.at(-5)?.at]
    const inside = whole.filter(({ at }) => at >= from && at < to)
    const walked = await walk({ from, to })
    expect(walked).toEqual(inside)
    expect([walked.some(({ at }) => at === from), walked.some(({ at }) => at === to)]).toEqual([true, false])
    expect(await walk({ from })).toEqual(whole.filter(({ at }) => at >= from))
    expect(await walk({ to })).toEqual(whole.filter(({ at }) => at < to))
    expect(await walk({ from: to, to: from })).toEqual([])
    expect(await walk({ from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999999999Z' })).toEqual(whole)

    const by = clinic.omar.id as string as NonNullable<Page['by']>
    const kind = inside.find((entry) => entry.by?.id === by)?.kind
    const both = inside.filter((entry) => entry.by?.id === by && entry.kind === kind)
    expect(await walk({ from, to, by, kind })).toEqual(both)
    expect(both.length).toBeGreaterThan(0)
  })

  test.each([
    ['before', 'x'],
    ['from', 'yesterday'],
    ['to', '2026-10-07'],
    ['by', 'x'],
    ['kind', 'lied'],
    ['limit', '201'],
    ['order', 'oldest'],
  ])('refuses %s=%s', async (field, value) => {
    const { status, error } = await clinic.dana.call('settings.audit', { query: { [field]: value } })
    expect([status, Object.keys(error?.errors ?? {})]).toEqual([400, [field]])
  })

  test('returns the entries of the caller’s tenant only', async () => {
    const own = await logOf(clinic.stranger)
    expect(own.map(({ kind }) => kind)).toEqual(['signedIn', 'organizationOpened'])
    const [newest] = await logOf(clinic.dana, { limit: 1 })
    const by = clinic.dana.id as string as NonNullable<Page['by']>
    expect(await logOf(clinic.stranger, { by })).toEqual([])
    expect(await logOf(clinic.stranger, newest && { before: newest.id })).toEqual(own)
  })
})
