import type { Client } from '@partyline/driver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { formOf } from '../../tests/texting.ts'

const DAY_MS = 86_400_000

const clock = createMovingClock()
let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await startHarness({ clock })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

test('a saved search for the last days moves on with the days, and one since a day does not', async () => {
  const { dana, omar } = clinic
  const { memberId } = await clinic.contact('Bob Stone', '+12025563901')
  const chat = await clinic.chat('Bob Stone', [dana.id, memberId])
  await dana.get('messages.send', { params: { chatId: chat.id }, form: formOf('See you at nine') })
  const textedSince = new Date(clock.now().getTime() - 7 * DAY_MS).toISOString()
  for (const [name, filters] of [
    ['Lately', { textedWithinDays: 7 }],
    ['Long ago', { textedOverDaysAgo: 7 }],
    ['Since', { textedSince }],
  ] as const)
    await dana.get('contactViews.create', { body: { name, shared: true, filters } })
  const views = await omar.get('contactViews.list')
  expect(views.map(({ name, createdBy }) => [name, createdBy])).toEqual(
    ['Lately', 'Long ago', 'Since'].map((name) => [name, { id: dana.id, name: 'Dana Cole' }]),
  )
  const found = (by: Client) =>
    Promise.all(
      views.map(async ({ filters }) =>
        (await by.get('contacts.search', { body: { filters } })).map(({ name }) => name),
      ),
    )
  expect(await found(omar)).toEqual([['Bob Stone'], [], ['Bob Stone']])
  clock.pass(8 * DAY_MS)
  // The session has ended by now.
  const back = await harness.signIn('omar@lakeside.example')
  expect(await found(back)).toEqual([[], ['Bob Stone'], ['Bob Stone']])
})
