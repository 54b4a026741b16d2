import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chat } from '@partyline/contract'
import { openClinic } from '../../../tests/clinic.ts'
import type { Clinic } from '../../../tests/clinic.ts'
import type { Harness } from '../../../tests/harness.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'

let harness: Harness
let clinic: Clinic
let talk: Chat
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  const { dana, omar, contact, chat } = clinic
  const jorg = await contact('Jörg Müller-Lüdenscheidt', '+4915112345678')
  talk = await chat('Talk', [dana.id, omar.id])
  await chat('Ärzte & Co.', [dana.id, jorg.memberId])
  for (const text of MESSAGES) {
    const form = new FormData()
    form.set('Message', text)
    await dana.get('messages.send', { params: { chatId: talk.id }, form })
  }
})
afterAll(() => harness.close())

const MESSAGES = [
  'Two appointments, please',
  'Your appointment moved',
  'Meet me at the Café Ångström',
  'Don’t call the lab, the lab will call you',
  'You get 20% off with code under_score',
  'My new number is (202) 555-0188.',
  'Straße 12 👍',
  'До встречи завтра',
  '明天见面',
  'ไปโรงพยาบาลพรุ่งนี้',
  '新東京 Tower へ',
  'Mr. O’Brien is in Łódź, Smith‑Jones isn’t',
  'Isparta’dan İzmir’e',
  'Η οδός είναι κλειστή',
  'أَحْمَـــد سيأتي',
  'שָׁלוֹם לכולם',
  'Please re\u00ADsched\u200Bule',
  'ＦＡＸ　１２',
] as const

const find = (term: string) => clinic.omar.get('chats.search', { body: { term } })
const namesOf = async (term: string) => (await find(term)).map(({ name }) => name)

/** Newest first. */
const inMessages: [string, string, string[]][] = [
  ['the beginning of a word', 'appoint', ['Your appointment moved', 'Two appointments, please']],
  ['several words in any order', 'moved your', ['Your appointment moved']],
  ['nothing if one word is missing', 'appointment cancelled', []],
  ['words without their accents', 'cafe angstrom', ['Meet me at the Café Ångström']],
  ['words with other accents and capitals', 'CAFÈ', ['Meet me at the Café Ångström']],
  ['ß as ss', 'strasse', ['Straße 12 👍']],
  ['a word with another apostrophe', "don't", ['Don’t call the lab, the lab will call you']],
  ['quoted words in the same order', '"call the lab"', ['Don’t call the lab, the lab will call you']],
  ['nothing for quoted words in another order', '"the call lab"', []],
  ['nothing for an incomplete quoted word', '"call the la"', []],
  ['an incomplete word in an unclosed quote', '“call the la', ['Don’t call the lab, the lab will call you']],
  ['a literal percent sign', '20%', ['You get 20% off with code under_score']],
  ['nothing if the percent sign is missing', '12%', []],
  ['a literal underscore', 'under_', ['You get 20% off with code under_score']],
  ['a symbol', '👍', ['Straße 12 👍']],
  ['a number in another format', '+1 202-555 0188', ['My new number is (202) 555-0188.']],
  ['the end of a number', '5550188', ['My new number is (202) 555-0188.']],
  ['another script', 'ВСТРЕЧ', ['До встречи завтра']],
  ['a script without spaces', '见面', ['明天见面']],
  ['a character of a script without spaces', '面', ['明天见面']],
  ['nothing for its characters in another order', '面见', []],
  ['a Thai word in the middle', 'พยาบาล', ['ไปโรงพยาบาลพรุ่งนี้']],
  ['nothing for Thai pairs that are apart', 'พยานี', []],
  ['quoted words of which one has no spaces', '"東京 tower"', ['新東京 Tower へ']],
  ['Chinese next to Latin letters', '東京tower', ['新東京 Tower へ']],
  ['names in any spelling', 'OBrien lodz', ['Mr. O’Brien is in Łódź, Smith‑Jones isn’t']],
  ['hyphens of all kinds', 'smith-jones', ['Mr. O’Brien is in Łódź, Smith‑Jones isn’t']],
  ['dotted and dotless i', 'ISPARTA', ['Isparta’dan İzmir’e']],
  ['İ as i', 'izmir', ['Isparta’dan İzmir’e']],
  ['Greek without accents, and the final sigma', 'ΟΔΟΣ', ['Η οδός είναι κλειστή']],
  ['Arabic without vowels and tatweel', 'احمد', ['أَحْمَـــد سيأتي']],
  ['Hebrew without points', 'שלום', ['שָׁלוֹם לכולם']],
  ['letters with invisible characters between them', 'reschedule', ['Please re\u00ADsched\u200Bule']],
  ['full-width letters', 'fax 12', ['ＦＡＸ　１２']],
  ['nothing for a lone quote', '"', []],
  ['nothing for punctuation', '…', []],
  ['nothing for query syntax', "x' | 'a':*", []],
]

describe('a search term', () => {
  test.for(inMessages)('finds %s', async ([, term, texts]) => {
    const [newest] = texts
    const found = await clinic.omar.get('messages.search', { body: { term } })
    expect(found.map(({ text }) => text)).toEqual(texts)
    expect((await find(term)).map(({ name, hit }) => [name, hit?.text])).toEqual(newest ? [['Talk', newest]] : [])
    expect(await clinic.stranger.get('messages.search', { body: { term } })).toEqual([])
    expect(await clinic.stranger.get('chats.search', { body: { term } })).toEqual([])
  })

  test.for([
    ['a chat’s name', 'arzte', ['Ärzte & Co.']],
    ['a symbol in a chat’s name', '&', ['Ärzte & Co.']],
    ['a member’s name', 'mul jorg', ['Ärzte & Co.']],
    ['a quoted name', '"jorg muller"', ['Ärzte & Co.']],
    ['a number in E.164', '+4915112345678', ['Ärzte & Co.']],
    ['a number in national format', '0151 123-45678', ['Ärzte & Co.']],
    ['the middle of a number', '11234', ['Ärzte & Co.']],
  ] as const)('finds %s, without a hit in a message', async ([, term, names]) => {
    const found = await find(term)
    expect(found.map(({ name, hit }) => [name, hit])).toEqual(names.map((name) => [name, null]))
  })

  test('finds a renamed chat by its new name only', async () => {
    const { dana, chat } = clinic
    const { id, numberId } = await chat('Before', [dana.id])
    await dana.get('chats.update', { params: { chatId: id }, body: { numberId, name: 'After', memberIds: [dana.id] } })
    expect([await namesOf('before'), await namesOf('after')]).toEqual([[], ['After']])
  })

  test('finds a message, whose ID opens the page around it', async () => {
    const [{ hit } = {}] = await find('two')
    const page = await clinic.omar.get('messages.list', {
      params: { chatId: talk.id },
      query: { around: hit?.messageId ?? '', limit: 3 },
    })
    expect(page.map(({ text }) => text)).toEqual(MESSAGES.slice(0, 2))
  })

  test('finds messages page by page', async () => {
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const body: object = { term: 'appointment', limit: 1, ...(cursor && { cursor }) }
      const { data, headers } = await clinic.omar.call('messages.search', { body })
      pages.push(data.map(({ text }) => text))
      cursor = headers.get('x-next-cursor')
    } while (cursor)
    expect(pages).toEqual([['Your appointment moved'], ['Two appointments, please']])
  })

  test('can be limited to one chat, to names, or to messages', async () => {
    const { dana, chat } = clinic
    const other = await chat('Two sizes', [dana.id], { message: 'Nothing' })
    const inChat = (chatId: string) => dana.get('messages.search', { body: { term: 'two', chatId } })
    expect(await inChat(talk.id)).toMatchObject([{ text: 'Two appointments, please' }])
    expect(await inChat(other.id)).toEqual([])
    const foundIn = async (searchIn: string) =>
      (await dana.get('chats.search', { body: { term: 'two', searchIn } })).map(({ name, hit }) => [name, hit?.text])
    expect(await foundIn('names')).toEqual([['Two sizes', undefined]])
    expect(await foundIn('messages')).toEqual([['Talk', 'Two appointments, please']])
  })

  test('finds archived chats by name, member, and message', async () => {
    const { dana, contact, chat } = clinic
    const old = await contact('Zelda Zimmer', '+12025550177')
    const { id } = await chat('Attic', [dana.id, old.memberId], { message: 'Everything must go' })
    await dana.get('chats.delete', { params: { chatId: id } })
    for (const term of ['attic', 'zelda', 'dana', 'everything']) {
      const found = await dana.get('chats.search', { body: { term, enabled: false } })
      expect(found.map(({ name }) => name)).toEqual(['Attic'])
    }
    expect(await namesOf('attic')).toEqual([])
  })
})
