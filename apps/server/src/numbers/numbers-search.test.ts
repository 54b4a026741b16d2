import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

let harness: Harness
let clinic: Clinic
let dana: Client
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  ;({ dana } = clinic)
})
afterAll(() => harness.close())
beforeEach(async () => {
  for (const { id } of await dana.get('numbers.mobile')) {
    await dana.get('settings.deleteMobileNumber', { params: { numberId: id } })
  }
})

const importAll = (contacts: unknown, by = dana) => by.call('settings.importMobileNumbers', { body: { contacts } })

describe('contacts are found', () => {
  const find = (body: object, by = dana) => by.call('numbers.search', { body: { type: 'Mobile', ...body } })
  const found = async (body: object) => (await find(body)).data.map(({ name }) => name)

  test('by any part of their name or number, and by state', async () => {
    await importAll([
      { number: '+49 171 1234567', name: 'Jürgen Groß' },
      { number: '+12025550143', name: 'Zoe 100% fine_' },
      { number: '+12025550144', name: 'zora' },
    ])
    const [, , zora] = await dana.get('numbers.mobile')
    await dana.get('settings.updateMobileNumber', {
      params: { numberId: zora?.id ?? '' },
      body: { name: 'zora', disabled: true },
    })
    expect(await found({ term: 'JURGEN' })).toEqual(['Jürgen Groß'])
    expect(await found({ term: '0171 12345' })).toEqual(['Jürgen Groß'])
    expect(await found({ term: '(202) 555' })).toEqual(['Zoe 100% fine_', 'zora'])
    expect(await found({ term: '55501' })).toEqual(['Zoe 100% fine_', 'zora'])
    expect(await found({ term: '34' })).toEqual(['Jürgen Groß'])
    expect(await found({ term: '100' })).toEqual(['Zoe 100% fine_'])
    expect(await found({ term: '%' })).toEqual(['Zoe 100% fine_'])
    expect(await found({ term: 'zo', enabled: true })).toEqual(['Zoe 100% fine_'])
    expect(await found({ term: 'zo', enabled: false })).toEqual(['zora'])
    expect(await found({ term: 'nobody' })).toEqual([])
    expect((await find({ term: 'zo' }, clinic.stranger)).data).toEqual([])
    expect((await dana.get('numbers.search', { body: { term: 'zo' } })).map(({ name }) => name)).toEqual([
      'Zoe 100% fine_',
      'zora',
    ])
    expect(
      (await dana.get('numbers.search', { body: { term: clinic.numbers[0].name } })).map(({ name }) => name),
    ).toEqual([clinic.numbers[0].name])
  })

  test('page by page, by name, without gaps or duplicates', async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({
      number: `+1202556${2_000 + index}`,
      name: index % 3 === 0 ? 'Same' : `Name ${index % 2 === 0 ? 'a' : 'B'}${index}`,
    }))
    await importAll(many)
    const whole = await dana.call('numbers.mobile')
    expect([whole.data.length, whole.headers.get('X-Next-Cursor')]).toEqual([25, null])
    type Page = { data: { id: string }[]; headers: Headers }
    for (const pageAt of [
      (place: object): Promise<Page> => find({ limit: 7, ...place }),
      (place: object): Promise<Page> => dana.call('numbers.mobile', { query: { limit: 7, ...place } }),
    ]) {
      const walked: string[] = []
      let cursor: string | null = null
      do {
        const page: Page = await pageAt({ ...(cursor && { cursor }) })
        walked.push(...page.data.map(({ id }) => id))
        cursor = page.headers.get('X-Next-Cursor')
        expect(page.data.length).toBeLessThanOrEqual(7)
      } while (cursor)
      expect(walked).toEqual(whole.data.map(({ id }) => id))
    }
    const both = await dana.call('numbers.search', { body: { limit: 7 } })
    expect(both.data.map(({ type }) => type)).toEqual([...Array(4).fill('Twilio'), ...Array(7).fill('Mobile')])
    const next = await dana.call('numbers.search', { body: { limit: 7, cursor: both.headers.get('X-Next-Cursor') } })
    expect(next.data.map(({ type }) => type)).toEqual(Array(7).fill('Mobile'))
  })

  test.each(['x', 'e30', Buffer.from('["a"]').toString('base64url')])(
    'only with a valid cursor, not %j',
    async (cursor) => {
      const { status, error } = await find({ cursor })
      expect([status, error?.errors]).toEqual([
        400,
        { cursor: ['The cursor is not valid. Start with the first page.'] },
      ])
    },
  )
})
