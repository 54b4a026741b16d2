import { readFile } from 'node:fs/promises'
import { arrangeChat, arrangeSnippets } from '../pages/arrange.ts'
import { chatUrl } from '../pages/addresses.ts'
import { MEADOW } from '../pages/attach.ts'
import { hold, lose, refuse } from '../pages/network.ts'
import { snippets } from '../pages/snippets.ts'
import { expectKept, playStates } from '../states.ts'
import type { Stage, State } from '../states.ts'
import { expect } from '../test.ts'

const STATES: State[] = [
  { screen: 'Snippets', state: 'listed', play: listed },
  { screen: 'Snippets', state: 'more than fit', play: many },
  { screen: 'Snippets', state: 'none', play: none },
  { screen: 'Snippets', state: 'no match', play: noMatch },
  { screen: 'Snippets', state: 'loading', play: loading },
  { screen: 'Snippets', state: 'failed', play: failed },
  { screen: 'Snippets', state: 'the list’s code failed to load', play: codeFailed },
  { screen: 'Snippets', state: 'a picture failed to load', play: pictureFailed },
  { screen: 'Snippets', state: 'inserted with blanks', play: blanks },
  { screen: 'Manage snippets', state: 'listed', play: managed },
  { screen: 'Manage snippets', state: 'none', play: managedNone },
  { screen: 'Manage snippets', state: 'cannot be loaded again', play: managedFailed },
  { screen: 'Edit snippet', state: 'saving and refused', play: refused },
  { screen: 'Edit snippet', state: 'a shortcut is taken', play: taken },
]

playStates(STATES)

const CONTACT = { name: 'Stella Snippet', number: '+12025553811' }
const HOURS = { name: 'Opening hours', shortcut: 'hours', text: 'We are open from 9 to 5.', shared: true }
const REMINDER = { name: 'Reminder', text: 'See you on {{appointment date}} at {{time}}, {{first_name|there}}.' }

const wayToUs = async () => ({
  name: 'Way to us',
  text: 'Behind the meadow.',
  media: [{ fileName: 'meadow.png', contentType: 'image/png', base64: (await readFile(MEADOW)).toString('base64') }],
})

async function comeToChat({ page, come }: Stage) {
  const chat = await arrangeChat({ name: CONTACT.name, contact: CONTACT })
  const app = await come(chatUrl(chat.id))
  await expect(app.title).toHaveText(CONTACT.name)
  return { app, ...snippets(page) }
}

async function listed(stage: Stage) {
  await arrangeSnippets([HOURS, REMINDER, await wayToUs()])
  const { app, options } = await comeToChat(stage)
  await app.text.pressSequentially('Hello /')
  await expect(options).toHaveCount(4)
  await stage.look()
}

async function many(stage: Stage) {
  await arrangeSnippets(Array.from({ length: 12 }, (_, at) => ({ ...HOURS, shortcut: `hours${at}` })))
  const { app, options, open, option } = await comeToChat(stage)
  await app.text.pressSequentially('/')
  await expect(options).toHaveCount(13)
  await stage.page.keyboard.press('ArrowUp')
  await stage.page.keyboard.press('ArrowUp')
  await expect(option('/hours11')).toBeInViewport({ ratio: 1 })
  await stage.look()
  await stage.page.keyboard.press('Escape')
  await open()
  await expect(options).toHaveCount(13)
  await stage.look()
}

async function none(stage: Stage) {
  await arrangeSnippets([])
  const { app, options } = await comeToChat(stage)
  await app.text.pressSequentially('/')
  await expect(options).toHaveText(['New snippet'])
  await stage.look()
}

async function noMatch(stage: Stage) {
  await arrangeSnippets([HOURS])
  const { open, search } = await comeToChat(stage)
  await open()
  await search.fill('xylophone of ice')
  await expect(stage.page.getByText('No snippet found for “xylophone of ice”.')).toBeVisible()
  await stage.look()
}

async function loading(stage: Stage) {
  const { page, look } = stage
  await arrangeSnippets([HOURS])
  const { app, option } = await comeToChat(stage)
  const letGo = await hold(page, 'snippets.list')
  await app.text.pressSequentially('/ho')
  await expect(page.getByText('Loading snippets')).toBeAttached()
  // Enter is not meant for the message.
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('/ho')
  await look()
  await letGo()
  await expect(app.text).toHaveValue(HOURS.text)
  await expect(option('Opening hours')).toBeHidden()
}

async function failed(stage: Stage) {
  const { page, look } = stage
  await arrangeSnippets([HOURS])
  const { open, option } = await comeToChat(stage)
  const allow = await refuse(page, 'snippets.list')
  await open()
  await expect(page.getByRole('alert')).toContainText('Snippets couldn’t be loaded.')
  await look()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(option('Opening hours')).toBeVisible()
}

async function codeFailed(stage: Stage) {
  const { page, look } = stage
  await lose(page, /\/assets\/snippet-list/)
  const { app, open } = await comeToChat(stage)
  await open()
  await expect(page.getByRole('alert')).toHaveText('Snippets couldn’t be loaded.')
  await look()
  await page.keyboard.press('Escape')
  await expect(app.text).toBeFocused()
}

async function pictureFailed(stage: Stage) {
  const { page, look } = stage
  await arrangeSnippets([await wayToUs()])
  const { app, option } = await comeToChat(stage)
  const find = await lose(page, /\/api\/v1\/media\//)
  await app.text.pressSequentially('/way')
  await expect(option('Way to us')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The files of Way to us couldn’t be loaded.')
  await expect(app.text).toHaveValue('/way')
  await look()
  await find()
  await app.text.press('Enter')
  await expect(app.text).toHaveValue('Behind the meadow.')
}

async function blanks(stage: Stage) {
  const { page, look } = stage
  await arrangeSnippets([REMINDER])
  const { app, option } = await comeToChat(stage)
  await app.text.pressSequentially('/rem')
  await expect(option('Reminder')).toContainText('Stella')
  await page.keyboard.press('Enter')
  await expect(app.text).toHaveValue('See you on {{appointment date}} at {{time}}, Stella.')
  await look()
  await app.send.click()
  await expect(page.getByRole('alert')).toContainText('Fill in 2 blanks before you send this.')
  await look()
}

async function managed(stage: Stage) {
  await arrangeSnippets([HOURS, REMINDER, await wayToUs()])
  const { open, option, shared, personal, edit, files } = await comeToChat(stage)
  await open()
  await option('Manage snippets').click()
  await expect(shared).toHaveCount(1)
  await expect(personal).toHaveCount(2)
  await stage.look()
  await edit('Way to us').click()
  await expect(files.getByRole('img')).toBeVisible()
  await stage.look()
}

async function managedNone(stage: Stage) {
  await arrangeSnippets([HOURS])
  const { open, option, edit, delete: remove, manage } = await comeToChat(stage)
  await open()
  await option('Manage snippets').click()
  await edit('Opening hours').click()
  await remove.click()
  await stage.page.getByRole('dialog', { name: 'Delete snippet' }).getByRole('button', { name: 'Delete' }).click()
  await expect(manage).toContainText('No snippets yet')
  await stage.look()
}

async function managedFailed(stage: Stage) {
  const { page, look } = stage
  await arrangeSnippets([HOURS])
  const { open, option, manage, shared } = await comeToChat(stage)
  await open()
  // The list is there.
  await expect(option('Manage snippets')).toBeVisible()
  const allow = await refuse(page, 'snippets.list')
  await option('Manage snippets').click()
  // What is known stays in view.
  await expect(shared).toHaveCount(1)
  await expect(manage.getByRole('alert')).toBeHidden()
  await look()
  await allow()
}

/** The form of a new snippet, with a name and a text. */
async function comeToForm(stage: Stage) {
  await arrangeSnippets([HOURS])
  const at = await comeToChat(stage)
  await at.open()
  await at.option('Manage snippets').click()
  await at.add.click()
  await at.name.fill('Hours on holidays')
  await at.text.fill('We are closed on {{holiday}}.')
  return at
}

async function refused(stage: Stage) {
  const { page, look } = stage
  const at = await comeToForm(stage)
  const letGo = await hold(page, 'snippets.create')
  await at.save.click()
  await expectKept(stage, at.form, 'Saving…')
  await letGo()
  await expect(at.personal).toHaveCount(1)
  await at.edit('Hours on holidays').click()
  const allow = await refuse(page, 'snippets.update')
  await at.save.click()
  await expect(at.form.getByRole('alert')).toContainText('Not today.')
  // Its color changes when it can be clicked again.
  await expect(at.save).toBeEnabled()
  await look()
  await allow()
  await at.save.click()
  await expect(at.form).toBeHidden()
}

async function taken(stage: Stage) {
  const at = await comeToForm(stage)
  await at.shortcut.fill('hours')
  await at.everyone.check()
  await at.save.click()
  await expect(at.shortcut).toHaveAccessibleDescription(/“Opening hours” already has this shortcut\./)
  await expect(at.shortcut).toBeFocused()
  await stage.look()
}
