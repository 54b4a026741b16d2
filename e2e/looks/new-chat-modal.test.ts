import { discard } from '../pages/discard.ts'
import { expectSeenOnce } from '../pages/form-keys.ts'
import { comeOnline, hold as holdFile, lose as loseFile } from '../pages/network.ts'
import { newChat, newMessage, openNewChat } from '../pages/new-chat.ts'
import { hold, refuse, sent } from './calls.ts'
import { expect, expectKept, expectRefused, test } from './look.ts'
import type { Stage } from './look.ts'

test('Create New Chat: lines and members loading', ({ stage }) => choicesLoading(stage))
test('Create New Chat: lines and members failed to load', ({ stage }) => choicesFailed(stage))
test('Create New Chat: no line', ({ stage }) => noNumber(stage))
test('Create New Chat: incomplete', ({ stage }) => notComplete(stage))
test('Create New Chat: submitting', ({ stage }) => creating(stage))
test('Create New Chat: refused, and retried', ({ stage }) => creationRefused(stage))
test('Create Mobile: incomplete', ({ stage }) => mobileNotComplete(stage))
test('Create Mobile: submitting', ({ stage }) => mobileAdding(stage))
test('Create Mobile: refused', ({ stage }) => mobileRefused(stage))

test.describe('on a new page', () => {
  test.use({ newPage: true })
  test('Any modal: loading', ({ stage }) => modalLoading(stage))
  test('Any modal: failed to load', ({ stage }) => modalNotLoaded(stage))
  test('Any modal: frame failed to load', ({ stage }) => frameNotLoaded(stage))
})

const NEW_CHAT = /\/assets\/new-chat-modal/

async function modalLoading({ page, come, look }: Stage) {
  const letGo = await holdFile(page, NEW_CHAT)
  await come()
  await newChat(page).open()
  await expect(page.getByRole('dialog').getByText('Loading')).toBeVisible()
  await look()
  await letGo()
  await expect(newChat(page).number).toBeFocused()
}

async function modalNotLoaded({ page, come, look, forgive }: Stage) {
  forgive(/ERR_FAILED/)
  const find = await loseFile(page, NEW_CHAT)
  const app = await come()
  await newChat(page).open()
  const dialog = app.dialog('This could not be loaded')
  await expect(dialog).toContainText('Check your connection, then try again.')
  await look()
  await find()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(newMessage(page).moreOptions).toBeFocused()
}

async function frameNotLoaded({ page, come, forgive }: Stage) {
  forgive(/ERR_FAILED/)
  const find = await loseFile(page, /\/assets\/modals-/)
  const app = await come()
  await app.chats.first().waitFor()
  await page.keyboard.press('?')
  await app.open('Rivera family')
  await app.text.fill('Nobody is held up')
  await find()
  await comeOnline(page)
  await expect(app.dialog('Keyboard shortcuts')).toBeVisible()
}

const CHOICES = ['numbers.twilio', 'numbers.search', 'users.list'] as const

async function choicesLoading({ page, come, look }: Stage) {
  const letGo = await Promise.all(CHOICES.map((call) => hold(page, call)))
  await come()
  const modal = newChat(page)
  await modal.open()
  await modal.number.click()
  await expect(page.getByRole('option')).toHaveText('Loading numbers…')
  await page.keyboard.press('Escape')
  await modal.members.click()
  await expect(page.getByRole('option')).toHaveText('Loading people…')
  await look()
  for (const go of letGo) await go()
  await expect(page.getByRole('option', { name: 'Greta Lindqvist' })).toBeVisible()
}

async function choicesFailed({ page, come, look }: Stage) {
  const allow = await Promise.all(CHOICES.map((call) => refuse(page, call)))
  await come()
  const modal = newChat(page)
  await modal.open()
  await expect(modal.problem).toContainText('Numbers and people couldn’t be loaded.')
  await look()
  for (const go of allow) await go()
  await modal.problem.getByRole('button', { name: 'Try again' }).click()
  await expect(modal.problem).toBeHidden()
  await modal.chooseNumber('Billing')
  await expect(modal.chosen).toHaveCount(3)
}

async function noNumber({ page, clinic, come, look }: Stage) {
  clinic.lines = []
  await come()
  await newChat(page).open()
  await expect(newChat(page).dialog.getByText('No number is in use yet.').first()).toBeVisible()
  await look()
}

async function notComplete({ page, clinic, come, look }: Stage) {
  clinic.lines = []
  await come()
  const modal = newChat(page)
  await modal.open()
  await modal.remove('Dana Cole')
  await modal.save.click()
  await expect(modal.problem).toContainText('Entered data is incorrect')
  await expectSeenOnce(modal.dialog, [
    'Twillio number should be defined.',
    'Name should be defined.',
    'Chat should have at least one member.',
  ])
  await expect(modal.dialog.getByRole('combobox', { name: 'Number' })).toBeFocused()
  await look()
}

async function creating(stage: Stage) {
  const app = await stage.come()
  const modal = await openNewChat(stage.page)
  await modal.name.fill('Created in good time')
  const letGo = await hold(stage.page, 'chats.create')
  await modal.save.click()
  await expectKept(stage, modal.dialog, 'Creating...')
  await letGo()
  await expect(modal.dialog).toBeHidden()
  await expect(app.title).toHaveText('Created in good time')
}

async function creationRefused(stage: Stage) {
  const app = await stage.come()
  const modal = await openNewChat(stage.page)
  await modal.name.fill('Created later')
  const allow = await refuse(stage.page, 'chats.create')
  await modal.save.click()
  await expectRefused(stage, app.dialog('Unable to create chat'))
  await expect(modal.name).toHaveValue('Created later')
  // The key is the same, in case that only the answer was lost.
  await allow()
  await modal.save.click()
  await expect(modal.dialog).toBeHidden()
  const [first, ...others] = await sent(stage.page, 'chats.create')
  expect(first).toMatchObject({ key: expect.any(String) })
  expect(others).toEqual([first])
}

async function openNewMobile(stage: Stage) {
  const app = await stage.come()
  const modal = await openNewChat(stage.page)
  await modal.dialog.getByRole('button', { name: 'Create Mobile' }).click()
  const dialog = app.dialog('New External Mobile')
  const fill = async ({ number, name }: { number: string; name: string }) => {
    await dialog.getByRole('textbox', { name: 'Number' }).fill(number)
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Add' }).click()
  }
  return { modal, dialog, fill }
}

async function mobileNotComplete(stage: Stage) {
  const { dialog, fill } = await openNewMobile(stage)
  await fill({ number: '', name: '' })
  await expect(dialog.getByRole('alert')).toContainText('Entered data is incorrect')
  await expectSeenOnce(dialog, ['Number should be defined.', 'Name should be defined.'])
  await expect(dialog.getByRole('textbox', { name: 'Number' })).toBeFocused()
  await stage.look()
}

async function mobileAdding(stage: Stage) {
  const { modal, dialog, fill } = await openNewMobile(stage)
  const letGo = await hold(stage.page, 'numbers.addMobile')
  await fill({ number: '+12025553183', name: 'Nell New' })
  await expectKept(stage, dialog, 'Adding...')
  await letGo()
  await expect(dialog).toBeHidden()
  await expect(modal.chosen.filter({ hasText: 'Nell New' })).toBeVisible()
}

async function mobileRefused(stage: Stage) {
  const { modal, dialog, fill } = await openNewMobile(stage)
  await fill({ number: '12', name: 'Too Short' })
  await expect(dialog.getByRole('alert')).toContainText('Number should be a valid phone number.')
  await stage.look()
  await discard(stage.page, dialog)
  await expect(modal.chosen).toHaveCount(3)
}
