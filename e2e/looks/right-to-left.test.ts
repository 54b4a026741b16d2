import type { Locator } from '@playwright/test'
import { delivered } from '@partyline/web/looks'
import { chatPane } from '../pages/chat-pane.ts'
import { discard } from '../pages/discard.ts'
import { newChat } from '../pages/new-chat.ts'
import { addChat } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('A name with a direction override does not affect the text after it', ({ stage }) => override(stage))
test('Names, searches, and messages have the direction of their language', ({ stage }) => directions(stage))

/** RIGHT-TO-LEFT OVERRIDE: reverses the following text. */
const RLO = '\u202E'

async function expectBefore(one: Locator, next: Locator) {
  await expect(async () => {
    const [box, after] = [await one.boundingBox(), await next.boundingBox()]
    expect((box?.x ?? NaN) + (box?.width ?? NaN)).toBeLessThanOrEqual(after?.x ?? NaN)
  }).toPass()
}

async function override({ page, clinic, come }: Stage) {
  const contacts = [
    { name: `Eve ${RLO}drow`, number: '+12025553740' },
    { name: 'Ida Falk', number: '+12025553741' },
  ]
  const chat = addChat(clinic, { name: 'Backwards', contacts })
  const eve = clinic.contacts.find(({ name }) => name.startsWith('Eve'))!
  chat.messages.push(delivered(1, eve, `Good ${RLO}gninrom`, chat.members))
  const app = await come()
  const item = app.chat('Backwards')
  await expect(item.getByText(/^Good/)).toBeVisible()
  await expectBefore(item.getByText(/^Eve/), item.getByText(/^Good/))

  await app.open('Backwards')
  await app.membersButton.click()
  const member = chatPane(page).member('Eve')
  await expectBefore(member.getByText(/^Eve/).last(), member.getByRole('button', { name: /^Edit name/ }))
}

async function directions({ page, come }: Stage) {
  const app = await come()
  const expectRightToLeft = async (field: Locator, greeting = '') => {
    await field.fill(greeting)
    await expect(field).toHaveCSS('direction', 'ltr')
    await field.fill('משפחת כהן')
    await expect(field).toHaveCSS('direction', 'rtl')
  }
  await app.open('Priya Shah')
  await expectRightToLeft(app.text, 'Good morning')
  await app.text.fill('')

  const modal = newChat(page)
  const mobile = app.dialog('New External Mobile')
  await modal.open()
  await expectRightToLeft(modal.name)
  await modal.dialog.getByRole('button', { name: 'Create Mobile' }).click()
  await expectRightToLeft(mobile.getByRole('textbox', { name: 'Name' }))
  await discard(page, mobile)
  await discard(page, modal.dialog)
  await expectRightToLeft(app.search)
}
