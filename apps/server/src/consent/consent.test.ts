import { CONSENT_TEXTS } from '@partyline/contract'
import type { CallBody, Chat } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

type Entry = CallBody<'contacts.recordConsent'>['entries'][number]

const phonesIn = ({ members }: Pick<Chat, 'members'>) => members.filter(({ role }) => role === 'ExternalMobile')
const chatNow = ({ id: chatId }: Pick<Chat, 'id'>) => clinic.dana.get('chats.get', { params: { chatId } })
const lacking = async (chat: Pick<Chat, 'id'>) => phonesIn(await chatNow(chat)).map((phone) => phone.lacksConsent)
const optedOut = async (chat: Pick<Chat, 'id'>) => phonesIn(await chatNow(chat)).map((phone) => phone.optedOut)
const statesOf = (all: { status: string; errorText?: string | null }[]) => all.map(({ status }) => status)

async function contactOf(chat: Pick<Chat, 'id'>, at = 0) {
  const [card] = (await clinic.dana.get('contacts.ofChat', { params: { chatId: chat.id } })).slice(at)
  return card!
}

/** An entry for the first phone of the chat and its line. */
async function entryFor(chat: Chat, entry: Partial<Entry> = {}): Promise<Entry> {
  const [phone] = phonesIn(chat)
  const form = { state: 'granted', source: 'form', wording: 'Yes, text me about my visits.' } as const
  return { number: phone?.number ?? '', lineId: chat.numberId, address: '', ...form, ...entry }
}

async function record(chat: Chat, entry: Partial<Entry> = {}, by: Clinic['omar'] | Clinic['stranger'] = clinic.omar) {
  const params = { contactId: (await contactOf(chat)).id }
  return by.call('contacts.recordConsent', { params, body: { entries: [await entryFor(chat, entry)] } })
}

const consentOf = async (chat: Chat) =>
  clinic.dana.get('contacts.consent', { params: { contactId: (await contactOf(chat)).id } })

/** While the test runs, the front desk has this requirement. */
async function withRequirement(consent: 'warn' | 'block', work: () => Promise<void>) {
  const set = (to: 'off' | 'warn' | 'block') =>
    clinic.dana.get('settings.updateConsent', { params: { numberId: clinic.numbers[0].id }, body: { consent: to } })
  await set(consent)
  try {
    await work()
  } finally {
    await set('off')
  }
}

test('a STOP is an entry with its words and its message, and so is the START after it', async () => {
  const { chat, phones } = await texting.newChat(['Ann'])
  await phones[0]!.send(texting.frontDesk, 'Unsubscribe.')
  await until(async () => (await optedOut(chat))[0])
  const { phones: states, entries } = await consentOf(chat)
  expect(states).toMatchObject([
    { state: 'revoked', source: 'keyword', isByPhone: true, isWritten: false, line: { id: chat.numberId } },
  ])
  const [message] = await texting.messagesOf(chat)
  expect(entries).toMatchObject([
    {
      state: 'revoked',
      source: 'keyword',
      wording: 'Unsubscribe.',
      number: phonesIn(chat)[0]?.number,
      by: null,
      message: { chatId: chat.id, messageId: message?.id },
    },
  ])
  await phones[0]!.send(texting.frontDesk, 'START')
  await until(async () => !(await optedOut(chat))[0])
  expect((await consentOf(chat)).phones).toMatchObject([{ state: 'granted', isByPhone: false, isWritten: true }])
})

test('a consent that is recorded after a STOP is kept, and lets nothing through until the phone texts START', async () => {
  const { chat, phones } = await texting.newChat(['Bea'])
  await phones[0]!.send(texting.frontDesk, 'STOP')
  await until(async () => (await optedOut(chat))[0])
  const { phones: states } = (await record(chat)).data
  expect(states).toMatchObject([{ state: 'revoked', isByPhone: true }])
  const refused = await texting.send(chat, 'Are you there?')
  expect(refused.delivery.map(({ status }) => status)).toContain('skipped')
  await phones[0]!.send(texting.frontDesk, 'START')
  await until(async () => !(await optedOut(chat))[0])
})

test('a refusal that a colleague records opts the phone out, and a consent takes that back', async () => {
  const { chat } = await texting.newChat(['Cid'])
  const listener = await listen(harness.url, clinic.mei)
  const refusal = { state: 'refused', source: 'spoken', wording: '' } as const
  expect((await record(chat, refusal)).status).toBe(200)
  const [phone] = phonesIn(await chatNow(chat))
  expect(phone).toMatchObject({ optedOut: true, optedOutBy: clinic.omar.id })
  await until(async () => listener.events().some((event) => 'chatId' in event && event.chatId === chat.id))
  await listener.connection.stop()
  expect((await texting.send(chat, 'Hello?')).delivery.map(({ status }) => status)).toContain('skipped')
  await record(chat)
  expect(await optedOut(chat)).toEqual([false])
  const changes = await clinic.dana.get('chats.changes', { params: { chatId: chat.id }, query: {} })
  expect(changes.filter(({ kind }) => kind.startsWith('opted')).map((change) => [change.kind, change.by])).toEqual([
    ['optedOut', clinic.omar.id],
    ['optedIn', clinic.omar.id],
  ])
  const { entries } = await consentOf(chat)
  expect(entries.map(({ state, source, by }) => [state, source, by])).toEqual([
    ['granted', 'form', 'Omar Haddad'],
    ['refused', 'spoken', 'Omar Haddad'],
  ])
})

test('an opt-out by hand has the text that asks for it as evidence, if it is the member’s', async () => {
  const { chat, phones } = await texting.newChat(['Dee', 'Dov'])
  await phones[0]!.send(texting.frontDesk, 'Please stop texting me')
  const [asking] = await texting.messages(chat, 1)
  const own = await texting.send(chat, 'Good morning')
  const memberId = asking!.sentBy
  const other = phonesIn(chat).find(({ id }) => id !== memberId)!
  const add = (of: string, messageId: string) =>
    clinic.omar.call('optOuts.add', { params: { chatId: chat.id, memberId: of }, body: { messageId } })
  for (const [of, messageId] of [
    [other.id, asking!.id],
    [memberId, own.id],
    [memberId, chat.id],
  ] as const) {
    const refused = await add(of, messageId)
    expect([refused.status, refused.error?.errors]).toEqual([400, { messageId: [CONSENT_TEXTS.notFromMember] }])
  }
  expect(await optedOut(chat)).toEqual([false, false])
  expect((await add(memberId, asking!.id)).status).toBe(204)
  const [entry] = await clinic.dana.get('consent.list', { query: {} })
  expect(entry).toMatchObject({
    state: 'revoked',
    source: 'manual',
    by: 'Omar Haddad',
    wording: 'Please stop texting me',
    message: { chatId: chat.id, messageId: asking!.id },
  })
})

test('a line that blocks sends no first text without written consent', async () => {
  await withRequirement('block', async () => {
    const { chat } = await texting.newChat(['Eve'])
    const send = async () => texting.send(chat, 'Your visit is tomorrow.')
    const textTo = ({ delivery }: Awaited<ReturnType<typeof send>>) =>
      delivery.filter(({ status }) => status !== 'read')
    expect(await lacking(chat)).toEqual(['block'])
    expect(textTo(await send())).toMatchObject([{ status: 'skipped', errorText: 'No written consent.' }])
    // A text that was skipped is no first text.
    expect(await lacking(chat)).toEqual(['block'])
    await record(chat, { source: 'spoken', wording: 'Said so on the phone.' })
    expect(await lacking(chat)).toEqual(['block'])
    await record(chat)
    expect(await lacking(chat)).toEqual([undefined])
    expect(statesOf(textTo(await send()))).toEqual(['queued'])
  })
})

test('a line that warns sends the first text', async () => {
  await withRequirement('warn', async () => {
    const { chat } = await texting.newChat(['Flo'])
    expect(await lacking(chat)).toEqual(['warn'])
    const sent = await texting.send(chat, 'Your visit is tomorrow.')
    expect(statesOf(sent.delivery.filter(({ status }) => status !== 'read'))).toEqual(['queued'])
    // Now it was not the first one.
    expect(await lacking(chat)).toEqual([undefined])
  })
})

test('who texts first may be answered, and others in the same chat still need to agree', async () => {
  await withRequirement('block', async () => {
    const { chat, phones } = await texting.newChat(['Gus', 'Gwen'], { relay: true })
    expect(await lacking(chat)).toEqual(['block', 'block'])
    await phones[0]!.send(texting.frontDesk, 'Is the clinic open?')
    const [text] = await texting.messages(chat, 1)
    expect(text!.delivery.filter(({ status }) => status !== 'read')).toMatchObject([
      { status: 'skipped', errorText: 'No written consent.' },
    ])
    const byName = new Map(phonesIn(await chatNow(chat)).map((phone) => [phone.name, phone.lacksConsent]))
    expect([byName.get('Gus'), byName.get('Gwen')]).toEqual([undefined, 'block'])
    const answer = await texting.send(chat, 'Until six.')
    expect(statesOf(answer.delivery.filter(({ status }) => status !== 'read')).toSorted()).toEqual([
      'queued',
      'skipped',
    ])
  })
})

test('phones that the line texted before it began to ask need no consent, also if their chat has moved to another line', async () => {
  const [front, second] = clinic.numbers
  const { chat } = await texting.newChat(['Hal'])
  await texting.send(chat, 'Welcome.')
  await withRequirement('block', async () => {
    expect(await lacking(chat)).toEqual([undefined])
    const body = { numberId: second.id, name: chat.name, memberIds: chat.members.map(({ id }) => id), relay: false }
    await clinic.dana.get('chats.update', { params: { chatId: chat.id }, body })
    const numberIds = phonesIn(chat).map(({ id }) => id)
    expect(await clinic.dana.get('consent.check', { body: { lineId: front.id, numberIds } })).toEqual([])
  })
})

const ask = ({ id: chatId }: Pick<Chat, 'id'>, by: Clinic['omar'] | Clinic['stranger'] = clinic.omar) =>
  by.call('consent.ask', { params: { chatId } })

test('asked for consent, a phone gives it by answering YES, and nothing else is sent before', async () => {
  await withRequirement('block', async () => {
    const { chat, phones } = await texting.newChat(['Ida'])
    const mei = await listen(harness.url, clinic.mei)
    const asked = await ask(chat)
    expect(asked.status).toBe(200)
    await until(async () => mei.events().some(({ kind }) => kind === 'PhoneNumbersUpdated'))
    await mei.connection.stop()
    const { name } = await clinic.dana.get('settings.tenant')
    expect(asked.data).toMatchObject({ text: CONSENT_TEXTS.request(name), sentBy: clinic.omar.id })
    await phones[0]!.received(1)
    expect(await lacking(chat)).toEqual(['block'])
    const askedAt = phonesIn(await chatNow(chat))[0]?.consentAskedAt
    expect((await consentOf(chat)).phones).toMatchObject([{ state: 'none', source: null, askedAt }])
    expect((await ask(chat)).status).toBe(409)
    await phones[0]!.send(texting.frontDesk, 'Yes please!')
    await until(async () => (await consentOf(chat)).phones[0]?.state === 'granted')
    expect(await lacking(chat)).toEqual([undefined])
    const [granted, request] = (await consentOf(chat)).entries
    expect(granted).toMatchObject({ state: 'granted', source: 'keyword', wording: 'Yes please!', by: null })
    expect(request).toMatchObject({ state: 'asked', by: 'Omar Haddad', message: { messageId: asked.data?.id } })
  })
})

test('asked for consent, a phone refuses by answering NO', async () => {
  await withRequirement('block', async () => {
    const { chat, phones } = await texting.newChat(['Jan'])
    await ask(chat)
    await phones[0]!.send(texting.frontDesk, 'No thanks')
    await until(async () => (await optedOut(chat))[0])
    expect((await consentOf(chat)).phones).toMatchObject([{ state: 'refused', isByPhone: true }])
    expect((await ask(chat)).status).toBe(409)
  })
})

test('NO and YES to another question change nothing', async () => {
  const { chat, phones } = await texting.newChat(['Kit'])
  await texting.send(chat, 'Can you come at three?')
  for (const text of ['No', 'yes']) await phones[0]!.send(texting.frontDesk, text)
  await texting.messages(chat, 3)
  expect(await consentOf(chat)).toEqual({ phones: [], entries: [] })
})

test('only those who lack consent are asked, with the words of the line, and not by strangers', async () => {
  const [front] = clinic.numbers
  const params = { numberId: front.id }
  await clinic.dana.get('settings.updateConsent', { params, body: { consentRequest: 'May we text you? YES or NO' } })
  await withRequirement('warn', async () => {
    const { chat, phones } = await texting.newChat(['Lea', 'Lou'])
    await record(chat)
    for (const by of [clinic.mei, clinic.stranger]) expect([403, 404]).toContain((await ask(chat, by)).status)
    const { delivery, text } = (await ask(chat)).data
    expect(text).toBe('May we text you? YES or NO')
    expect(statesOf(delivery.filter(({ status }) => status !== 'read')).toSorted()).toEqual(['queued', 'skipped'])
    await Promise.any(phones.map((phone) => phone.received(1)))
  })
  await clinic.dana.get('settings.updateConsent', { params, body: { consentRequest: null } })
})

test('a contact is checked before its first chat', async () => {
  const [front, second] = clinic.numbers
  const [mo, ned] = [await clinic.contact('Mo', '+12025557401'), await clinic.contact('Ned', '+12025557402')]
  const check = (lineId: string, by: Clinic['omar'] | Clinic['stranger'] = clinic.omar) =>
    by.get('consent.check', { body: { lineId, numberIds: [mo.id, ned.id] } })
  expect(await check(front.id)).toEqual([])
  await withRequirement('block', async () => {
    expect((await check(front.id)).toSorted()).toEqual([mo.id, ned.id].toSorted())
    expect(await check(second.id)).toEqual([])
    expect(await check(front.id, clinic.stranger)).toEqual([])
  })
})

test.each<[string, Partial<Entry>, string, string]>([
  ['another phone', { number: '+12025557499' }, 'number', CONSENT_TEXTS.unknownPhone],
  [
    'an unknown line',
    { lineId: '0d7f0000-0000-4000-8000-0000000000ff' as Entry['lineId'] },
    'lineId',
    CONSENT_TEXTS.unknownLine,
  ],
  ['the future', { at: new Date(Date.now() + 86_400_000).toISOString() }, 'at', CONSENT_TEXTS.future],
  ['no wording', { wording: ' ' }, 'wording', CONSENT_TEXTS.wording],
  ['an import without a statement', { source: 'import', wording: '' }, 'wording', CONSENT_TEXTS.statement],
])('refused is an entry with %s', async (_, entry, field, text) => {
  const { chat } = await texting.newChat(['Ola'])
  const { status, error } = await record(chat, entry)
  expect([status, error?.errors]).toEqual([400, { [`entries.0.${field}`]: [text] }])
  expect((await consentOf(chat)).entries).toEqual([])
})

test('each change of consent is announced as a change of the contact, once it can be read', async () => {
  const { chat, phones } = await texting.newChat(['Zoe'])
  const params = { chatId: chat.id, memberId: phonesIn(chat)[0]!.id }
  const { frontDesk } = texting
  const mei = await listen(harness.url, clinic.mei)
  const hints = () => mei.events().filter(({ kind }) => kind === 'PhoneNumbersUpdated').length
  const after = async (change: () => Promise<unknown>) => {
    const before = hints()
    await change()
    await until(async () => hints() > before)
    const { entries, phones: states } = await consentOf(chat)
    return [entries[0]?.source, states[0]?.state]
  }
  expect(await after(() => record(chat))).toEqual(['form', 'granted'])
  expect(await after(() => clinic.dana.get('optOuts.add', { params, body: {} }))).toEqual(['manual', 'revoked'])
  expect(await after(() => clinic.dana.get('optOuts.undo', { params }))).toEqual(['manual', 'none'])
  expect(await after(() => phones[0]!.send(frontDesk, 'STOP'))).toEqual(['keyword', 'revoked'])
  expect(await after(() => phones[0]!.send(frontDesk, 'START'))).toEqual(['keyword', 'granted'])
  await mei.connection.stop()
})

test('what changes nothing is not announced, and what no chat shows is', async () => {
  const { number } = await clinic.contact('Zed', '+12025550177')
  const [card] = await clinic.dana.get('contacts.search', { body: { term: number } })
  const params = { contactId: card?.id ?? '' }
  const form = { state: 'granted', source: 'form', wording: 'Yes.', address: '' } as const
  const entries = clinic.numbers.map(({ id: lineId }) => ({ number, lineId, ...form }))
  const mei = await listen(harness.url, clinic.mei)
  await clinic.omar.call('contacts.recordConsent', { params, body: { entries: [{ ...entries[0]!, number: '+1' }] } })
  await clinic.omar.get('contacts.recordConsent', { params, body: { entries } })
  // Replies to the keywords of the tests above may still be on their way.
  const hints = () => mei.events().flatMap(({ area, kind }) => (area === 'Settings' ? [kind] : []))
  await until(async () => hints().length > 0)
  expect(hints()).toEqual(['PhoneNumbersUpdated'])
  await mei.connection.stop()
})

test('entries of other organizations are neither seen nor added', async () => {
  const { chat } = await texting.newChat(['Pia'])
  await record(chat, { wording: '=HYPERLINK("https://evil.example")' })
  const { id: contactId } = await contactOf(chat)
  const params = { contactId }
  expect((await record(chat, {}, clinic.stranger)).status).toBe(404)
  expect((await clinic.stranger.call('contacts.consent', { params })).status).toBe(404)
  expect((await clinic.stranger.call('consent.list', { query: { contactId } })).status).toBe(404)
  expect(await clinic.stranger.get('consent.list', { query: {} })).toEqual([])
  expect(await clinic.omar.get('consent.list', { query: { contactId } })).toHaveLength(1)

  const { csv, fileName } = await clinic.omar.get('consent.export', { body: { contactId } })
  expect(fileName).toMatch(/^consent-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv).toContain('"\'=HYPERLINK(""https://evil.example"")"')
  expect(csv).toContain(`"'${phonesIn(chat)[0]?.number}","Agreed","Form"`)
})

test('an export has the times of a zone, and only the day where a user chose a day', async () => {
  const { chat } = await texting.newChat(['Dan'])
  const { id: contactId } = await contactOf(chat)
  for (const at of ['2026-03-02T22:00:00.000Z', '2026-03-02T22:07:31.000Z']) await record(chat, { at })
  const linesIn = async (timeZone?: string) => {
    const { csv } = await clinic.omar.get('consent.export', { body: { contactId, ...(timeZone && { timeZone }) } })
    return csv.split('\r\n').map((line) => line.split(',')[0])
  }
  expect(await linesIn()).toEqual(['\uFEFF"Time (UTC)"', '"2026-03-02 22:07"', '"2026-03-02"', ''])
  const there = 'Pacific/Kiritimati'
  expect(await linesIn(there)).toEqual([`\uFEFF"Time (${there})"`, '"2026-03-03 12:07"', '"2026-03-03"', ''])
})

test('the ledger is read page by page', async () => {
  const { chat } = await texting.newChat(['Quin'])
  for (const wording of ['One', 'Two', 'Three']) await record(chat, { wording })
  const { id: contactId } = await contactOf(chat)
  const first = await clinic.dana.call('consent.list', { query: { contactId, limit: 2 } })
  expect(first.data?.map(({ wording }) => wording)).toEqual(['Three', 'Two'])
  const cursor = first.headers.get('X-Next-Cursor') ?? ''
  const second = await clinic.dana.call('consent.list', { query: { contactId, limit: 2, cursor } })
  expect(second.data?.map(({ wording }) => wording)).toEqual(['One'])
  expect(second.headers.get('X-Next-Cursor')).toBeNull()
  expect((await clinic.dana.call('consent.list', { query: { cursor: 'x' } })).status).toBe(400)
})
