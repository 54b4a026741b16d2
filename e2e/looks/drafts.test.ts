import { addChat, addressOf, addTexts } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Draft: restored after a reload, with its quoted message', ({ stage }) => reloaded(stage))
test('Draft: still there after visiting the administration', ({ stage }) => visited(stage))

async function reloaded({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: 'Half written' })
  addTexts(clinic, chat, ['Who is in on Monday?'])
  const app = await come(addressOf(chat.id))
  await app.message('Who is in on Monday?').hover()
  await app.message('Who is in on Monday?').getByRole('button', { name: 'Reply' }).click()
  await app.text.fill('I am, from')
  await page.reload()
  await come(addressOf(chat.id))
  await expect(app.text).toHaveValue('I am, from')
  await expect(page.getByRole('button', { name: 'Cancel reply' })).toBeVisible()
  await app.text.press('End')
  await app.text.pressSequentially(' nine.')
  await app.text.press('Enter')
  await expect(app.newest).toContainText('Who is in on Monday?')
  await expect(app.newest).toContainText('I am, from nine.')
  await expect(app.text).toHaveValue('')
}

async function visited({ page, come }: Stage) {
  const app = await come()
  await app.open('Priya Shah')
  await app.text.fill('Half a sentence')
  await app.attach.locator('xpath=..').locator('input[type=file]').setInputFiles('docs/images/chat.png')
  const attached = page.getByRole('button', { name: 'Remove chat.png' })
  await expect(attached).toBeVisible()
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await expect(app.text).toHaveValue('Half a sentence')
  await expect(attached).toBeVisible()
}
