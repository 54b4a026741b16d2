import { findBar } from '../pages/find-bar.ts'
import { addChat, addTexts } from './arrange.ts'
import { hold, refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Find: opened', ({ stage }) => opened(stage))
test('Find: searching', ({ stage }) => searching(stage))
test('Find: matches', ({ stage }) => matches(stage))
test('Find: no matches', ({ stage }) => noMatches(stage))
test('Find: failed', ({ stage }) => failed(stage))

const TEXTS = [
  'The delivery comes on Friday at 9, see https://deliveries.example/9912',
  'Is anyone at the desk?',
  'Yes, until 6. Was the delivery confirmed?',
  'It was. Delivery number is 202-555-0142.',
  'Good.',
]

/** Opens the find bar in a chat with a few texts. */
async function open({ page, clinic, come }: Stage, name: string) {
  addTexts(clinic, addChat(clinic, { name }), TEXTS)
  const app = await come()
  await app.open(name)
  const find = findBar(page)
  await find.open.click()
  await expect(find.field).toBeFocused()
  return { app, find }
}

async function opened(stage: Stage) {
  await open(stage, 'Find opened')
  await stage.look()
}

async function searching(stage: Stage) {
  const letGo = await hold(stage.page, 'messages.search')
  const { find } = await open(stage, 'Find searching')
  await find.field.fill('delivery')
  await expect(find.bar).toContainText('Searching…')
  await stage.look()
  await letGo()
  await expect(find.bar).toContainText('1 of 3')
}

async function matches(stage: Stage) {
  const { app, find } = await open(stage, 'Find matches')
  await find.field.fill('deliver')
  await expect(find.bar).toContainText('1 of 3')
  await find.older.click()
  await expect(app.transcript.locator('mark')).toHaveCount(4)
  await stage.look()
}

async function noMatches(stage: Stage) {
  const { find } = await open(stage, 'Find nothing')
  await find.field.fill('giraffe')
  await expect(find.bar).toContainText('No matches')
  await stage.look()
}

async function failed(stage: Stage) {
  const allow = await refuse(stage.page, 'messages.search')
  const { find } = await open(stage, 'Find failed')
  await find.field.fill('delivery')
  await expect(find.bar.getByRole('alert')).toHaveText('The search failed')
  await stage.look()
  await allow()
  await find.bar.getByRole('button', { name: 'Try again' }).click()
  await expect(find.bar).toContainText('1 of 3')
}
