import { phoneSpellings } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { phoneOf } from '../../tests/phone.ts'
import { openTestDatabase } from '../../tests/test-database.ts'
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

const found = (term: string) => clinic.dana.get('numbers.search', { body: { type: 'Mobile', term } })

describe.each([
  ['Mexico', '+525515875145', '+5215515875145', '+52 1 55 1587 5145'],
  ['Argentina', '+541123456789', '+5491123456789', '+54 9 11 2345-6789'],
  ['Brazil', '+5511987654321', '+551187654321', '+55 11 8765-4321'],
])('a phone in %s', (country, typed, network, spelled) => {
  const ofTyped = () => phoneOf(harness.sandbox, typed)
  const ofNetwork = () => phoneOf(harness.sandbox, network)

  test('is one contact, one chat, and one opt-out, and gets answers at the number that its network gave', async () => {
    const { dana } = clinic
    const contact = await clinic.contact(country, typed)
    const again = await dana.call('numbers.addMobile', { body: { number: spelled, name: 'Twin' } })
    expect([again.status, again.error?.error, again.error?.details]).toEqual([
      409,
      'number-exists',
      expect.stringContaining(country),
    ])
    const checked = await dana.get('settings.checkMobileImport', {
      body: { contacts: [{ number: spelled, name: 'Twin' }] },
    })
    expect(checked).toMatchObject([{ state: 'known', knownAs: country }])

    const chat = await clinic.chat(country, [dana.id, contact.memberId])
    await texting.send(chat, 'Hello')
    expect(await ofTyped().received(1)).toMatchObject([{ text: 'Hello' }])

    await ofNetwork().send(texting.frontDesk, 'Hi')
    await texting.messages(chat, 2)
    expect((await dana.get('numbers.mobile')).filter(({ name }) => name === country)).toMatchObject([
      { id: contact.id, number: network },
    ])
    await texting.send(chat, 'Welcome')
    expect(await ofNetwork().received(1)).toMatchObject([{ text: 'Welcome' }])

    for (const term of [typed, network, spelled, typed.slice(3), `tel:${spelled}`]) {
      expect((await found(term)).map(({ name }) => name)).toEqual([country])
      const chats = await dana.get('chats.search', { body: { term } })
      expect(chats.map(({ id }) => id)).toEqual([chat.id])
    }

    await ofTyped().send(texting.frontDesk, 'STOP')
    await until(async () => (await found(network))[0]?.optedOut)
    // Whichever spelling the next text comes from.
    for (const phone of [ofNetwork(), ofTyped(), ofNetwork()]) {
      const count = (await texting.messagesOf(chat)).length
      await phone.send(texting.frontDesk, 'A question')
      await texting.messages(chat, count + 1)
      const [delivery] = await texting.settled(chat, await texting.send(chat, `To ${phone.number}`))
      expect([phone.number, delivery?.status]).toEqual([phone.number, 'skipped'])
    }
    const history = await dana.get('settings.listMobileOptOuts', { params: { numberId: contact.id } })
    expect(history.map(({ wish }) => wish)).toEqual(['stop'])

    await ofNetwork().send(texting.frontDesk, 'START')
    await until(async () => (await found(network))[0]?.optedOut === false)
    await texting.send(chat, 'Back')
    expect((await ofNetwork().received(2)).map(({ text }) => text)).toContain('Back')
  })
})

test('the database knows the same spellings as the contract', async () => {
  const numbers = [
    '+525515875145 +5215515875145 +521551587514 +52155158751455 +541123456789 +5491123456789 +548001234567',
    '+5511987654321 +551187654321 +5511978123456 +551178123456 +551133334444 +5511951234567 +552398765432',
    '+12025550142 72345 AMAZON',
  ].flatMap((line) => line.split(' '))
  const database = await openTestDatabase()
  const { rows } = await sql<{ spellings: string[] }>`
    select phone_spellings(number) as spellings from unnest(${numbers}::text[]) with ordinality as n (number, place)
    order by place`.execute(database.queries)
  await database.close()
  expect(rows.map(({ spellings }) => spellings)).toEqual(numbers.map(phoneSpellings))
})

test('an import of both spellings of a phone adds it once', async () => {
  const contacts = ['+528112345678', '+5218112345678'].map((number) => ({ number, name: number }))
  expect(await clinic.dana.get('settings.checkMobileImport', { body: { contacts } })).toMatchObject([
    { state: 'new' },
    { state: 'repeated' },
  ])
  expect(await clinic.dana.get('settings.importMobileNumbers', { body: { contacts: contacts.slice(0, 1) } })).toEqual({
    added: 1,
    known: 0,
  })
  expect(await clinic.dana.get('settings.importMobileNumbers', { body: { contacts: contacts.slice(1) } })).toEqual({
    added: 0,
    known: 1,
  })
})
