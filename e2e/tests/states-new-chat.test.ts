import { expectSeenOnce } from '../pages/form-keys.ts'
import { answer, comeOnline, hold, lose, refuse } from '../pages/network.ts'
import { newChat, newMessage, openNewChat } from '../pages/new-chat.ts'
import { expectKept, expectRefused, playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Any modal', state: 'loading', play: modalLoading },
  { screen: 'Any modal', state: 'failed to load', play: modalNotLoaded },
  { screen: 'Any modal', state: 'frame failed to load', play: frameNotLoaded },
  { screen: 'Create New Chat', state: 'lines and members loading', play: choicesLoading },
  { screen: 'Create New Chat', state: 'lines and members failed to load', play: choicesFailed },
  { screen: 'Create New Chat', state: 'no line', play: noNumber },
  { screen: 'Create New Chat', state: 'incomplete', play: notComplete },
  { screen: 'Create New Chat', state: 'submitting', play: creating },
  { screen: 'Create New Chat', state: 'refused', play: creationRefused },
  { screen: 'Create Mobile', state: 'incomplete', play: mobileNotComplete },
  { screen: 'Create Mobile', state: 'submitting', play: mobileAdding },
  { screen: 'Create Mobile', state: 'refused', play: mobileRefused },
]

playStates(STATES)

const NEW_CHAT = /\/assets\/new-chat-modal/

async function modalLoading({ page, come, look }: Stage) {
  const letGo = await hold(page, NEW_CHAT)
  await come()
  await newChat(page).open()
  await expect(page.getByRole('dialog').getByText('Loading')).toBeVisible()
  await look()
  await letGo()
  await expect(newChat(page).number).toBeFocused()
}

async function modalNotLoaded({ page, come, look }: Stage) {
  const find = await lose(page, NEW_CHAT)
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

async function frameNotLoaded({ page, come }: Stage) {
  const find = await lose(page, /\/assets\/modal-layer/)
  const app = await come()
  await newChat(page).open()
  await app.open('Rivera family')
  await app.text.fill('Nobody is held up')
  await find()
  await comeOnline(page)
  await expect(newChat(page).dialog).toBeVisible()
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

async function noNumber({ page, come, look }: Stage) {
  await answer(page, 'numbers.twilio', (route) => route.fulfill({ json: { data: [] } }))
  await come()
  await newChat(page).open()
  await expect(newChat(page).dialog.getByText('No number is in use yet.').first()).toBeVisible()
  await look()
}

async function notComplete({ page, come, look }: Stage) {
  await answer(page, 'numbers.twilio', (route) => route.fulfill({ json: { data: [] } }))
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
  await modal.name.fill('Never created')
  await refuse(stage.page, 'chats.create')
  await modal.save.click()
  await expectRefused(stage, app.dialog('Unable to create chat'))
  await expect(modal.name).toHaveValue('Never created')
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
  await answer(stage.page, 'numbers.addMobile', async (route) => {
    const { number, name } = route.request().postDataJSON() as { number: string; name: string }
    const id = '019a0000-0000-7000-8000-000000000001'
    await route.fulfill({ json: { data: [{ id, type: 'Mobile', number, name, disabled: false }] } })
  })
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
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal.chosen).toHaveCount(3)
}
