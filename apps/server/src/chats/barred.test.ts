import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { listen } from '../../tests/hub.ts'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

const REASON =
  'Texts to United Kingdom are not allowed. An Admin can allow the country in the administration, under Organization.'

const allow = (allowedCountries: string[] | null) =>
  clinic.dana.get('settings.updateTenant', { body: { name: 'Clinic', allowedCountries } })

test('members show why they cannot be texted, with the same text as the refusal', async () => {
  const [ann, bea] = [await clinic.contact('Ann', '+12025550177'), await clinic.contact('Bea', '+442079460018')]
  const { id: chatId } = await clinic.chat('Two countries', [clinic.dana.id, ann.memberId, bea.memberId])
  const reasons = async () => {
    const { members } = await clinic.omar.get('chats.get', { params: { chatId } })
    const listed = (await clinic.omar.get('chats.search', { body: {} })).find(({ id }) => id === chatId)
    expect(listed?.members).toEqual(members)
    return Object.fromEntries(members.map(({ name, barred }) => [name, barred]))
  }
  expect(await reasons()).toEqual({ Ann: null, Bea: null, 'Dana Cole': null })

  const omar = await listen(harness.url, clinic.omar)
  await allow(['US'])
  await vi.waitFor(() => expect(omar.events()).toHaveLength(2), { timeout: 10_000 })
  await omar.connection.stop()
  const hint = { chatId: null, data: null }
  expect(omar.events()).toMatchObject([
    { kind: 'TenantCreated', area: 'Settings', ...hint },
    { kind: 'ChatUpdated', area: 'ChatList', ...hint },
  ])
  expect(await reasons()).toEqual({ Ann: null, Bea: REASON, 'Dana Cole': null })

  const form = new FormData()
  form.set('Message', 'Hello')
  const refusal = await clinic.dana.call('messages.send', { params: { chatId }, form })
  expect([refusal.status, refusal.error?.message]).toEqual([409, REASON])

  await allow(null)
  expect(await reasons()).toEqual({ Ann: null, Bea: null, 'Dana Cole': null })
})
