import type { CallName, DeliveryStatus, TwilioNumber } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { PUBLISHER } from '@partyline/sandbox'
import { createBrowser } from '../src/auth/tests/browser.ts'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import { createStillClock } from './still-clock.ts'
import { createTexting, formOf } from './texting.ts'
import { until } from './until.ts'

/** A clinic with data for every change. */
export type Prepared = Awaited<ReturnType<typeof prepareChanges>>

/** Makes the call, and returns its status. It can be repeated as long as it has changed nothing. */
type Attempt = () => Promise<number>

export async function prepareChanges() {
  const harness = await startHarness({
    // No background work except what a call triggers.
    clock: createStillClock(),
    sandbox: { pace: { queued: 5, sending: 5, sent: 5 } },
    env: {
      MARKETPLACE_TENANT_ID: PUBLISHER.tenantId,
      MARKETPLACE_CLIENT_ID: PUBLISHER.clientId,
      MARKETPLACE_CLIENT_SECRET: PUBLISHER.clientSecret,
    },
  })
  const clinic = await openClinic(harness)
  const texting = createTexting(harness, clinic)
  const { dana, omar, mei, numbers, contact, chat } = clinic
  const [ann, bob] = [await contact('Ann', '+12025550150'), await contact('Bob', '+12025550151')]
  const team = { chatId: (await chat('Team', [dana.id, omar.id])).id }
  const ofAnn = { chatId: (await chat('Ann', [dana.id, omar.id, ann.memberId])).id }
  const ofBob = { chatId: (await chat('Bob', [dana.id, bob.memberId])).id }
  const eve = await contact('Eva', '+12025550152')
  await chat('Eva', [dana.id, eve.memberId])
  const [gil, hedy] = [await contact('Gil', '+12025550160'), await contact('Hedy', '+12025550161')]
  const ofGil = { chatId: (await chat('Family', [dana.id, gil.memberId, hedy.memberId])).id }
  const cards = await dana.get('contacts.search', { body: {} })
  const cardOf = ({ id }: { id: string }) =>
    cards.find(({ phones }) => phones.some((phone) => phone.id === id))?.id ?? ''
  await dana.get('contacts.update', {
    params: { contactId: cardOf(eve) },
    body: { phones: [{ number: eve.number }, { number: '+12025550159' }] },
  })
  const { id: viewId } = await omar.get('contactViews.create', { body: { name: 'Everyone', shared: true } })
  const { id: contactImportId } = await dana.get('contactImports.start', {
    body: { fileName: 'people.csv', duplicates: 'overwrite', total: 9, consent: consentFrom(numbers[0]) },
  })
  const { id: optOutsId } = await dana.get('contactImports.start', {
    body: {
      fileName: 'opt-outs.csv',
      duplicates: 'skip',
      total: 9,
      consent: { ...consentFrom(numbers[0]), state: 'revoked' },
    },
  })
  const prices = await dana.get('snippets.create', {
    body: {
      name: 'Prices',
      text: '',
      shared: true,
      media: [{ fileName: 'prices.csv', contentType: 'text/csv', base64: btoa('Check-up,$80') }],
    },
  })
  const receiver = { url: 'http://127.0.0.1:1/', events: ['chat.done' as const] }
  const { hook } = await dana.get('hooks.create', { body: receiver })
  const tested = await dana.get('hooks.test', { params: { hookId: hook.id } })
  const hookEvent = { hookId: hook.id, hookEventId: tested.id }
  await dana.get('hooks.update', { params: { hookId: hook.id }, body: { enabled: false } })
  const { key } = await dana.get('keys.create', { body: { name: 'Bookings', scopes: ['read'] } })
  const archivesMade = () =>
    until(async () => (await dana.get('archives.list')).every(({ state }) => state !== 'running'))
  const { id: archiveId } = await dana.get('archives.start', { body: {} })
  await archivesMade()
  const { id: messageId } = await texting.send({ id: team.chatId }, 'Has everyone read this?')
  const about = { text: '@Omar, he prefers mornings.', mentions: [omar.id], media: [NOTED] }
  const { id: deviceId } = await dana.get('push.add', { body: harness.sandbox.push.subscribe() })
  const { id: noteId } = await dana.get('notes.add', { params: team, body: about })
  const later = { chatId: (await chat('Later', [dana.id, omar.id])).id }
  async function pending(fields: Record<string, string>) {
    const { id } = await dana.get('messages.send', { params: later, form: formOf('Not yet', fields) })
    return { ...later, messageId: id }
  }
  const { id: legalHoldId } = await dana.get('legalHolds.place', { body: { chatId: team.chatId } })
  const SendAt = new Date(Date.now() + 86_400_000).toISOString()
  const [held, ...scheduled] = [
    await pending({ HoldSeconds: '30' }),
    await pending({ SendAt }),
    await pending({ SendAt }),
    await pending({ SendAt }),
  ]

  /** A text that failed or whose outcome is unknown. */
  async function sent(name: string, fault: object, status: 'undelivered' | 'unknown') {
    const { chat: of, phones } = await texting.newChat([name])
    harness.sandbox.faults.set({ phone: phones[0]?.number ?? '', faults: fault })
    const message = await texting.send(of, 'On its way')
    const [delivery] = await texting.deliveries(of, message, (all) => all[0]?.status === status)
    return { chatId: of.id, messageId: message.id, memberId: delivery?.memberId ?? '' }
  }
  const carrierError = { times: 1, code: 30_003 }
  const texts = {
    dismissed: await sent('Cid', { carrierError }, 'undelivered'),
    repeated: await sent('Dot', { carrierError }, 'undelivered'),
    failed: await sent('Eve', { carrierError }, 'undelivered'),
    unknown: await sent('Fay', { errorBeforeAccepting: { times: 1 } }, 'unknown'),
  }

  const sandbox = `${harness.sandbox.url}/sandbox/marketplace`
  async function post<Answer>(url: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Answer
  }
  const sale = await post<{ subscription: { id: string }; landingPage: string }>(`${sandbox}/purchases`, {
    directory: 'westhaven.example',
  })

  const browser = createBrowser(harness.url)
  await browser.signIn('omar@lakeside.example')
  const elsewhere = await harness.signIn('mei@lakeside.example')
  const sessions = await elsewhere.get('sessions.list')

  return {
    ...clinic,
    harness,
    hookEvent,
    apiKey: { keyId: key.id },
    archiveId,
    front: numbers[0],
    running: { contactImportId },
    runningOptOuts: { contactImportId: optOutsId },
    second: numbers[1],
    ann,
    bob,
    eve,
    gil,
    hedy,
    cardOf,
    viewId,
    team,
    ofAnn,
    ofBob,
    ofGil,
    messageId,
    noteId,
    deviceId,
    device: harness.sandbox.push.subscribe(),
    prices,
    later,
    legalHoldId,
    held,
    scheduled,
    texts,
    /** Omar’s browser. */
    browser,
    /** A sign-in code for Mei. */
    code: (await mei.get('sessions.signInCode')).code,
    meiElsewhere: sessions.find(({ current }) => current)?.id ?? '',
    account: harness.sandbox.world.twilio,
    ruth: harness.sandbox.world.directories[0]?.people.at(-1)?.id ?? '',
    teamsToken: async (login: string) =>
      (await post<{ token: string }>(`${harness.sandbox.url}/teams/sso-token`, { login })).token,
    purchaseToken: new URL(sale.landingPage).searchParams.get('token') ?? '',
    /** Microsoft suspends the subscription. Returns the status of the webhook’s response. */
    suspend: async () =>
      (
        await post<{ answer: { status: number } }>(`${sandbox}/subscriptions/${sale.subscription.id}/operations`, {
          action: 'Suspend',
        })
      ).answer.status,
    /** Resolves when no text is in progress, and no event that was replayed. */
    async isQuiet() {
      await archivesMade()
      await until(async () => {
        const { data } = await dana.call('hooks.events', { params: { hookId: hook.id } })
        return (data ?? []).every(({ state, attempts }) => state !== 'waiting' || attempts.length > 1)
      })
      for (const { chatId, messageId: id } of [texts.repeated, texts.failed]) {
        await texting.deliveries({ id: chatId }, { id }, (all) => all.every(({ status }) => isFinal(status)))
      }
      for (const asked of await texting.messagesOf({ id: ofGil.chatId })) {
        await texting.settled({ id: ofGil.chatId }, asked)
      }
    },
  }
}

const isFinal = (status: DeliveryStatus) => status === 'delivered' || status === 'undelivered'

/** A statement of consent to texts from this line. */
const consentFrom = ({ id }: Pick<TwilioNumber, 'id'>) => ({ lineIds: [id], statement: 'They agreed to texts.' })
/** A file of a note. */
const NOTED = { fileName: 'noted.csv', contentType: 'text/csv', base64: btoa('Mornings,yes') }

type Input = Parameters<Client['call']>[1]

const by =
  (client: Client, name: CallName, input?: Input): Attempt =>
  async () =>
    (await client.call(name, input)).status

/** Every changing call with a case. The order matters: some need or undo the changes of others. */
export const CHANGES: readonly [CallName, string, (prepared: Prepared) => Attempt][] = [
  ['chats.join', 'a user joins', ({ mei, ofAnn }) => by(mei, 'chats.join', { params: ofAnn })],
  [
    'chats.assign',
    'to a user who is not in the chat',
    ({ dana, mei, ofAnn }) => by(dana, 'chats.assign', { params: ofAnn, body: { userId: mei.id } }),
  ],
  [
    'chats.setState',
    'a chat is snoozed',
    ({ dana, ofAnn }) =>
      by(dana, 'chats.setState', {
        params: ofAnn,
        body: { state: 'snoozed', until: new Date(Date.now() + 3_600_000) },
      }),
  ],
  [
    'chats.setNotify',
    'a member wants no notifications',
    ({ omar, ofAnn }) => by(omar, 'chats.setNotify', { params: ofAnn, body: { notify: 'none' } }),
  ],
  [
    'contactFields.update',
    'two fields',
    ({ dana }) =>
      by(dana, 'contactFields.update', {
        body: {
          fields: [
            { name: 'Since', kind: 'date' },
            { name: 'Plan', kind: 'choice', choices: ['Gold', 'Silver'] },
          ],
        },
      }),
  ],
  [
    'contacts.create',
    'with a tag and two phones',
    ({ omar }) =>
      by(omar, 'contacts.create', {
        body: {
          name: 'Cleo',
          tags: ['Insured'],
          phones: [{ number: '+12025550156', preferred: true }, { number: '+12025550157' }],
        },
      }),
  ],
  [
    'contacts.update',
    'a name that a chat has, a tag, and another phone',
    ({ dana, bob, cardOf }) =>
      by(dana, 'contacts.update', {
        params: { contactId: cardOf(bob) },
        body: { name: 'Bobby', tags: ['VIP'], phones: [{ number: bob.number }, { number: '+12025550158' }] },
      }),
  ],
  [
    'contacts.tag',
    'everyone',
    ({ omar }) => by(omar, 'contacts.tag', { body: { of: { matching: {} }, add: ['Newsletter'] } }),
  ],
  [
    'contacts.export',
    'it is recorded in the audit log',
    ({ omar }) => by(omar, 'contacts.export', { body: { of: { matching: {} } } }),
  ],
  [
    'contactImports.start',
    'with columns',
    ({ omar }) =>
      by(omar, 'contactImports.start', {
        body: { fileName: 'a.csv', duplicates: 'skip', total: 9, columns: [{ heading: 'Who', target: 'name' }] },
      }),
  ],
  [
    'contactImports.start',
    'with a statement about consent',
    ({ omar, front }) =>
      by(omar, 'contactImports.start', {
        body: { fileName: 'b.csv', duplicates: 'skip', total: 9, consent: consentFrom(front) },
      }),
  ],
  [
    'contactImports.add',
    'a new contact, one that is filled with a name, and one that is refused, with consent',
    ({ dana, running }) =>
      by(dana, 'contactImports.add', {
        params: running,
        body: {
          part: 1,
          rows: [
            { row: 2, name: 'Newt', phones: ['+12025550170', '+12025550171'], tags: ['Imported'] },
            { row: 3, name: 'Gilbert', phones: ['+12025550160', '+12025550172'], company: 'Dock' },
            { row: 4, name: 'Nobody' },
          ],
        },
      }),
  ],
  [
    'contactImports.add',
    'opt-outs of a new contact, and of one that is skipped and in a chat',
    ({ dana, runningOptOuts }) =>
      by(dana, 'contactImports.add', {
        params: runningOptOuts,
        body: {
          part: 1,
          rows: [
            { row: 2, name: 'Olaf', phones: ['+12025550173'] },
            { row: 3, name: 'Gil', phones: ['+12025550160'] },
          ],
        },
      }),
  ],
  [
    'contactImports.finish',
    'a running one',
    ({ dana, running }) => by(dana, 'contactImports.finish', { params: running }),
  ],
  [
    'contactImports.undo',
    'added and filled contacts',
    ({ dana, running }) => by(dana, 'contactImports.undo', { params: running }),
  ],
  [
    'contactViews.create',
    'a shared one',
    ({ omar }) => by(omar, 'contactViews.create', { body: { name: 'Insured', shared: true } }),
  ],
  [
    'contactViews.update',
    'a shared one of someone else',
    ({ dana, viewId }) =>
      by(dana, 'contactViews.update', { params: { contactViewId: viewId }, body: { name: 'Insured', shared: true } }),
  ],
  [
    'contactViews.delete',
    'a shared one of someone else',
    ({ dana, viewId }) => by(dana, 'contactViews.delete', { params: { contactViewId: viewId } }),
  ],
  [
    'settings.updateConsent',
    'the requirement and the request',
    ({ dana, front }) =>
      by(dana, 'settings.updateConsent', {
        params: { numberId: front.id },
        body: { consent: 'block', consentRequest: 'May we text you?' },
      }),
  ],
  [
    'settings.updateRetention',
    'ninety days',
    ({ dana, front }) =>
      by(dana, 'settings.updateRetention', { params: { numberId: front.id }, body: { keepDays: 90 } }),
  ],
  [
    'legalHolds.place',
    'on a chat',
    ({ dana, later }) => by(dana, 'legalHolds.place', { body: { chatId: later.chatId, reason: 'Case 12' } }),
  ],
  [
    'legalHolds.release',
    'of a chat',
    ({ dana, legalHoldId }) => by(dana, 'legalHolds.release', { params: { legalHoldId } }),
  ],
  [
    'reports.update',
    'the goal, and another zone, which counts all days again',
    ({ dana }) => by(dana, 'reports.update', { body: { goalMinutes: 60, timeZone: 'America/Chicago' } }),
  ],
  [
    'consent.ask',
    'of two phones, on a line that asks for consent',
    ({ dana, ofGil }) => by(dana, 'consent.ask', { params: ofGil }),
  ],
  [
    'contacts.recordConsent',
    'a refusal and a consent',
    ({ dana, ann, front, cardOf }) =>
      by(dana, 'contacts.recordConsent', {
        params: { contactId: cardOf(ann) },
        body: {
          entries: [
            { number: ann.number, lineId: front.id, state: 'refused', source: 'spoken', wording: 'No texts, please.' },
            { number: ann.number, lineId: front.id, state: 'granted', source: 'form', wording: 'I agree to texts.' },
          ],
        },
      }),
  ],
  ['consent.export', 'it is recorded in the audit log', ({ dana }) => by(dana, 'consent.export', { body: {} })],
  [
    'settings.updateConsent',
    'no requirement',
    ({ dana, front }) =>
      by(dana, 'settings.updateConsent', { params: { numberId: front.id }, body: { consent: 'off' } }),
  ],
  [
    'contacts.merge',
    'two contacts of one chat',
    ({ dana, gil, hedy, cardOf }) =>
      by(dana, 'contacts.merge', {
        params: { contactId: cardOf(gil) },
        body: { mergedId: cardOf(hedy), name: 'Gil and Hedy' },
      }),
  ],
  [
    'contacts.recordConsent',
    'a refusal',
    ({ dana, gil, front, cardOf }) =>
      by(dana, 'contacts.recordConsent', {
        headers: { 'idempotency-key': 'refusal' },
        params: { contactId: cardOf(gil) },
        body: { entries: [{ number: gil.number, lineId: front.id, state: 'refused', source: 'spoken' }] },
      }),
  ],
  [
    'contacts.update',
    'a phone in a chat that someone else has now, with a refusal',
    ({ dana, gil, hedy, cardOf }) =>
      by(dana, 'contacts.update', {
        params: { contactId: cardOf(gil) },
        body: { phones: [{ number: hedy.number }], reassignedIds: [gil.id] },
      }),
  ],
  [
    'contacts.delete',
    'one with two phones and a chat',
    ({ dana, eve, cardOf }) => by(dana, 'contacts.delete', { params: { contactId: cardOf(eve) } }),
  ],
  ['chats.leave', 'a user leaves', ({ mei, ofAnn }) => by(mei, 'chats.leave', { params: ofAnn })],
  [
    'chats.removeMember',
    'a user is removed',
    ({ dana, omar, ofAnn }) => by(dana, 'chats.removeMember', { params: { ...ofAnn, memberId: omar.id } }),
  ],
  [
    'optOuts.add',
    'a phone is opted out by hand',
    ({ dana, ann, ofAnn }) => by(dana, 'optOuts.add', { params: { ...ofAnn, memberId: ann.memberId } }),
  ],
  [
    'optOuts.undo',
    'the opt-out is taken back',
    ({ dana, ann, ofAnn }) => by(dana, 'optOuts.undo', { params: { ...ofAnn, memberId: ann.memberId } }),
  ],
  [
    'numbers.renameMobile',
    'a chat is named after the contact',
    ({ omar, ann }) => by(omar, 'numbers.renameMobile', { params: { numberId: ann.id }, body: { name: 'Anne' } }),
  ],
  [
    'chats.create',
    'with a first message',
    ({ dana, omar, second }) =>
      by(dana, 'chats.create', {
        headers: { 'idempotency-key': 'first' },
        body: { numberId: second.id, name: 'New', memberIds: [dana.id, omar.id], message: 'Hello' },
      }),
  ],
  [
    'chats.create',
    'with a held first message',
    ({ dana, second }) => {
      const body = { numberId: second.id, name: 'New', memberIds: [dana.id], message: 'Hello', holdSeconds: 5 }
      return by(dana, 'chats.create', { headers: { 'idempotency-key': 'held' }, body })
    },
  ],
  [
    'chats.create',
    'with a phone of another chat',
    ({ dana, ann, front }) =>
      by(dana, 'chats.create', {
        body: { numberId: front.id, name: 'Anne', memberIds: [dana.id, ann.memberId], moveMembers: true },
      }),
  ],
  [
    'messages.send',
    'to a chat without phones',
    ({ dana, team }) =>
      async () =>
        (
          await dana.call('messages.send', {
            params: team,
            form: formOf('Hello all'),
            headers: { 'idempotency-key': 'second' },
          })
        ).status,
  ],
  [
    'messages.send',
    'in place of a scheduled message',
    ({ dana, later, scheduled: [one] }) => {
      const form = () => formOf('Later', { HoldSeconds: '5', ReplacesMessageId: one?.messageId ?? '' })
      const headers = { 'idempotency-key': 'third' }
      return async () => (await dana.call('messages.send', { params: later, form: form(), headers })).status
    },
  ],
  ['messages.cancel', 'a held message', ({ dana, held }) => by(dana, 'messages.cancel', { params: held })],
  [
    'messages.cancel',
    'a scheduled message',
    ({ dana, scheduled }) => by(dana, 'messages.cancel', { params: scheduled[1] ?? {} }),
  ],
  [
    'messages.reschedule',
    'a scheduled message is sent now',
    ({ dana, scheduled }) => by(dana, 'messages.reschedule', { params: scheduled[2] ?? {}, body: { sendAt: null } }),
  ],
  [
    'chats.viewMessages',
    'marking a message as read',
    ({ omar, team, messageId }) =>
      by(omar, 'chats.viewMessages', { params: team, body: { messageIds: [messageId], asRead: true } }),
  ],
  [
    'chats.viewMessages',
    'marking a message as unread',
    ({ omar, team, messageId }) =>
      by(omar, 'chats.viewMessages', { params: team, body: { messageIds: [messageId], asRead: false } }),
  ],
  ['chats.viewChat', 'reading all messages', ({ omar, team }) => by(omar, 'chats.viewChat', { params: team })],
  [
    'chats.update',
    'its name, its members, and a phone of another chat',
    ({ dana, mei, bob, front, team }) =>
      by(dana, 'chats.update', {
        params: team,
        body: {
          numberId: front.id,
          name: 'Team of Bob',
          memberIds: [dana.id, mei.id, bob.memberId],
          relay: false,
          moveMembers: true,
        },
      }),
  ],
  [
    'chats.update',
    'its line',
    ({ dana, mei, bob, second, team }) =>
      by(dana, 'chats.update', {
        params: team,
        body: { numberId: second.id, name: 'Team of Bob', memberIds: [dana.id, mei.id, bob.memberId] },
      }),
  ],
  [
    'messages.dismissFailure',
    'a failed text',
    ({ dana, texts }) => by(dana, 'messages.dismissFailure', { params: texts.dismissed }),
  ],
  [
    'messages.markSent',
    'a text of unknown outcome',
    ({ dana, texts }) => by(dana, 'messages.markSent', { params: texts.unknown }),
  ],
  [
    'messages.sendAgain',
    'to one phone',
    ({ dana, texts }) => by(dana, 'messages.sendAgain', { params: texts.repeated }),
  ],
  [
    'messages.sendFailedAgain',
    'to all phones',
    ({ dana, texts }) => by(dana, 'messages.sendFailedAgain', { params: texts.failed }),
  ],
  [
    'numbers.addMobile',
    'a contact',
    ({ omar }) => by(omar, 'numbers.addMobile', { body: { name: 'Gus', number: '+12025550153' } }),
  ],
  [
    'notes.add',
    'with a mention',
    ({ dana, omar, team }) => by(dana, 'notes.add', { params: team, body: { text: '@Omar', mentions: [omar.id] } }),
  ],
  [
    'notes.update',
    'its text and its mentions',
    ({ dana, mei, team, noteId }) =>
      by(dana, 'notes.update', { params: { ...team, noteId }, body: { text: '@Mei', mentions: [mei.id] } }),
  ],
  [
    'notes.delete',
    'one with a file',
    ({ dana, team, noteId }) => by(dana, 'notes.delete', { params: { ...team, noteId } }),
  ],
  ['notes.view', 'all of a chat', ({ omar, team }) => by(omar, 'notes.view', { params: team, body: {} })],
  [
    'notifications.update',
    'a pause',
    ({ omar }) =>
      by(omar, 'notifications.update', { body: { pausedUntil: new Date(Date.now() + 86_400_000).toISOString() } }),
  ],
  [
    'notifications.shown',
    'what a page has shown',
    ({ omar, noteId }) => by(omar, 'notifications.shown', { body: { itemIds: [noteId] } }),
  ],
  ['push.add', 'a new device', ({ omar, device }) => by(omar, 'push.add', { body: device })],
  ['push.test', 'to a device', ({ dana, deviceId }) => by(dana, 'push.test', { params: { deviceId } })],
  ['push.remove', 'one of several', ({ dana, deviceId }) => by(dana, 'push.remove', { params: { deviceId } })],
  [
    'keys.update',
    'its name and end',
    ({ dana, apiKey: params }) =>
      by(dana, 'keys.update', { params, body: { name: 'Renamed', endsAt: '2099-01-01T00:00:00.000Z' } }),
  ],
  ['keys.rotate', 'its token', ({ dana, apiKey: params }) => by(dana, 'keys.rotate', { params })],
  ['keys.revoke', 'at once', ({ dana, apiKey: params }) => by(dana, 'keys.revoke', { params })],
  [
    'keys.create',
    'for a line',
    ({ dana, front }) =>
      by(dana, 'keys.create', { body: { name: 'Front', scopes: ['read', 'send'], lines: [front.id] } }),
  ],
  [
    'hooks.update',
    'it is enabled',
    ({ dana, hookEvent: { hookId } }) => by(dana, 'hooks.update', { params: { hookId }, body: { enabled: true } }),
  ],
  ['hooks.rotate', 'its secret', ({ dana, hookEvent: { hookId } }) => by(dana, 'hooks.rotate', { params: { hookId } })],
  ['hooks.test', 'once', ({ dana, hookEvent: { hookId } }) => by(dana, 'hooks.test', { params: { hookId } })],
  ['hooks.replay', 'an event', ({ dana, hookEvent: params }) => by(dana, 'hooks.replay', { params })],
  [
    'hooks.replayAll',
    'all that failed',
    ({ dana, hookEvent: { hookId } }) =>
      by(dana, 'hooks.replayAll', { params: { hookId }, body: { since: '2026-01-01T00:00:00.000Z' } }),
  ],
  [
    'hooks.update',
    'its events, and it is disabled',
    ({ dana, hookEvent: { hookId } }) =>
      by(dana, 'hooks.update', { params: { hookId }, body: { events: ['chat.assigned'], enabled: false } }),
  ],
  ['archives.start', 'an archive', ({ dana }) => by(dana, 'archives.start', { body: {} })],
  [
    'archives.delete',
    'with its files',
    ({ dana, archiveId }) => by(dana, 'archives.delete', { params: { archiveId } }),
  ],
  [
    'hooks.delete',
    'with its log',
    ({ dana, hookEvent: { hookId } }) => by(dana, 'hooks.delete', { params: { hookId } }),
  ],
  [
    'hooks.create',
    'a webhook',
    ({ dana }) => by(dana, 'hooks.create', { body: { url: 'http://127.0.0.1:1/', events: ['contact.optedOut'] } }),
  ],
  [
    'snippets.create',
    'a shared one',
    ({ dana }) =>
      by(dana, 'snippets.create', { body: { name: 'Hours', shortcut: 'hours', text: 'From 9 to 5', shared: true } }),
  ],
  [
    'snippets.update',
    'its text, with a file that stays',
    ({ dana, prices }) =>
      by(dana, 'snippets.update', {
        params: { snippetId: prices.id },
        body: { text: 'New prices', media: prices.media.map(({ id }) => ({ id })) },
      }),
  ],
  [
    'snippets.delete',
    'a shared one with a file',
    ({ dana, prices }) => by(dana, 'snippets.delete', { params: { snippetId: prices.id } }),
  ],
  [
    'settings.importMobileNumbers',
    'two contacts',
    ({ dana }) =>
      by(dana, 'settings.importMobileNumbers', {
        body: {
          contacts: [
            { name: 'Hal', number: '+12025550154' },
            { name: 'Ida', number: '+12025550155' },
          ],
        },
      }),
  ],
  [
    'settings.exportMobileNumbers',
    'it is recorded in the audit log',
    ({ dana }) => by(dana, 'settings.exportMobileNumbers'),
  ],
  [
    'settings.updateMobileNumber',
    'a contact with a chat is disabled',
    ({ dana, bob }) =>
      by(dana, 'settings.updateMobileNumber', {
        params: { numberId: bob.id },
        body: { name: 'Bobby', disabled: true },
      }),
  ],
  [
    'settings.deleteMobileNumber',
    'a contact with a chat',
    ({ dana, ann }) => by(dana, 'settings.deleteMobileNumber', { params: { numberId: ann.id } }),
  ],
  [
    'settings.assignUsers',
    'two default users',
    ({ dana, omar, mei, front }) =>
      by(dana, 'settings.assignUsers', { params: { numberId: front.id }, body: { ids: [omar.id, mei.id] } }),
  ],
  [
    'settings.updateHours',
    'hours and replies',
    ({ dana, front }) =>
      by(dana, 'settings.updateHours', {
        params: { numberId: front.id },
        body: { hours: { timeZone: 'UTC', week: null, holidays: [] }, awayReply: 'Away', greeting: 'Welcome' },
      }),
  ],
  [
    'settings.updateTwilioNumber',
    'a line is taken out of use',
    ({ dana, front }) =>
      by(dana, 'settings.updateTwilioNumber', {
        params: { numberId: front.id },
        body: { useNumber: false, assignedUsers: [] },
      }),
  ],
  [
    'settings.updateTwilioNumber',
    'a line is put into use, with default users',
    ({ dana, omar, front }) =>
      by(dana, 'settings.updateTwilioNumber', {
        params: { numberId: front.id },
        body: { useNumber: true, assignedUsers: [omar.id] },
      }),
  ],
  [
    'settings.updateTwilioAccount',
    'the same account again',
    ({ dana, account: { accountSid, authToken } }) =>
      by(dana, 'settings.updateTwilioAccount', { body: { accountSid, authToken } }),
  ],
  [
    'settings.updateTenant',
    'name, signature, countries, and hours',
    ({ dana }) =>
      by(dana, 'settings.updateTenant', {
        body: {
          name: 'Clinic',
          addSignature: true,
          defaultCountry: 'GB',
          allowedCountries: ['GB', 'US'],
          hours: { timeZone: 'UTC', week: null, holidays: [] },
        },
      }),
  ],
  [
    'settings.addUser',
    'a person of the directory',
    ({ dana, ruth }) => by(dana, 'settings.addUser', { body: { userId: ruth, role: 'User', name: 'Ruth' } }),
  ],
  [
    'auth.updateSession',
    'the session is extended',
    ({ browser }) =>
      async () =>
        (
          await browser.visit('/api/auth/session', {
            method: 'POST',
            json: { csrfToken: await browser.csrfToken() },
          })
        ).status,
  ],
  [
    'auth.callback',
    'another user signs in to a browser with a session',
    ({ browser }) =>
      async () =>
        (await browser.signIn('mei@lakeside.example')).status,
  ],
  [
    'auth.postCallback',
    'the first person of a directory, with a Teams token',
    ({ harness, teamsToken }) =>
      async () => {
        const newcomer = createBrowser(harness.url)
        return (await newcomer.post('/api/auth/callback/teams', { token: await teamsToken('grace@westhaven.example') }))
          .status
      },
  ],
  ['sessions.signInCode', 'for the sign-in window of Teams', ({ mei }) => by(mei, 'sessions.signInCode')],
  [
    'auth.postCallback',
    'with a code from the sign-in window',
    ({ harness, code }) =>
      async () =>
        (await createBrowser(harness.url).post('/api/auth/callback/teams', { code })).status,
  ],
  [
    'auth.signOut',
    'a browser’s session',
    ({ browser }) =>
      async () =>
        (await browser.post('/api/auth/signout')).status,
  ],
  [
    'sessions.end',
    'one session of a user',
    ({ mei, meiElsewhere }) => by(mei, 'sessions.end', { params: { sessionId: meiElsewhere } }),
  ],
  ['sessions.endAll', 'all sessions of a user', ({ mei }) => by(mei, 'sessions.endAll')],
  [
    'marketplace.activate',
    'a purchase',
    ({ harness, purchaseToken }) => by(harness.anonymous, 'marketplace.activate', { body: { token: purchaseToken } }),
  ],
  ['webhooks.saas', 'a subscription is suspended', ({ suspend }) => suspend],
  [
    'settings.updateUser',
    'a member of chats is renamed and disabled',
    ({ dana, omar }) =>
      by(dana, 'settings.updateUser', {
        params: { userId: omar.id },
        body: { name: 'Omar H.', role: 'User', disabled: true },
      }),
  ],
  ['chats.delete', 'a chat with a phone', ({ dana, team }) => by(dana, 'chats.delete', { params: team })],
  ['chats.restore', 'a chat with its members', ({ dana, team }) => by(dana, 'chats.restore', { params: team })],
  [
    'contacts.erase',
    'with the texts of two chats',
    ({ dana, bob, cardOf }) =>
      by(dana, 'contacts.erase', { params: { contactId: cardOf(bob) }, body: { messages: true } }),
  ],
]
