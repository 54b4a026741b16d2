import type { Locator } from '@playwright/test'
import { arrangeChat } from '../pages/arrange.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { newChat } from '../pages/new-chat.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** RIGHT-TO-LEFT OVERRIDE: reverses the following text. */
const RLO = '\u202E'

async function expectBefore(one: Locator, next: Locator) {
  await expect(async () => {
    const [box, after] = [await one.boundingBox(), await next.boundingBox()]
    expect((box?.x ?? NaN) + (box?.width ?? NaN)).toBeLessThanOrEqual(after?.x ?? NaN)
  }).toPass()
}

test('a name with a direction override does not affect the text after it', async ({ openBrowser }) => {
  const contact = { name: `Eve ${RLO}drow`, number: '+12025553740' }
  await arrangeChat({ name: 'Backwards', contact, others: [{ name: 'Ida Falk', number: '+12025553741' }] })
  await textFrom(contact.number, `Good ${RLO}gninrom`)
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const item = app.chat('Backwards')
  await expect(item.getByText(/^Good/)).toBeVisible()
  await expectBefore(item.getByText(/^Eve/), item.getByText(/^Good/))

  await app.open('Backwards')
  await app.membersButton.click()
  const member = chatPane(page).member('Eve')
  await expectBefore(member.getByText(/^Eve/).last(), member.getByRole('button', { name: /^Edit name/ }))
})

test('names and searches have the direction of their language', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const modal = newChat(page)
  await modal.open()
  const mobile = app.dialog('New External Mobile')
  const expectRightToLeft = async (field: Locator) => {
    await expect(field).toHaveCSS('direction', 'ltr')
    await field.fill('משפחת כהן')
    await expect(field).toHaveCSS('direction', 'rtl')
  }
  await expectRightToLeft(modal.name)
  await modal.dialog.getByRole('button', { name: 'Create Mobile' }).click()
  await expectRightToLeft(mobile.getByRole('textbox', { name: 'Name' }))
  await mobile.getByRole('button', { name: 'Cancel' }).click()
  await modal.cancel.click()
  await expectRightToLeft(app.search)
})

test('a message has the direction of its language', async ({ openBrowser }) => {
  await arrangeChat({ name: 'Directions', contact: { name: 'Directions', number: '+12025553742' } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Directions')
  await app.text.fill('Good morning')
  await expect(app.text).toHaveCSS('direction', 'ltr')
  await app.text.fill('בוקר טוב')
  await expect(app.text).toHaveCSS('direction', 'rtl')
})
