import type { Snippet } from '@partyline/contract'
import { chooseFiles } from '../pages/attach.ts'
import { lose as loseFile } from '../pages/network.ts'
import { snippets } from '../pages/snippets.ts'
import { addChat, addPicture, addressOf } from './arrange.ts'
import { hold, refuse } from './calls.ts'
import { expect, expectKept, test } from './look.ts'
import type { Stage } from './look.ts'

test('Snippets: listed', ({ stage }) => listed(stage))
test('Snippets: more than fit', ({ stage }) => many(stage))
test('Snippets: none', ({ stage }) => none(stage))
test('Snippets: no match', ({ stage }) => noMatch(stage))
test('Snippets: loading', ({ stage }) => loading(stage))
test('Snippets: failed', ({ stage }) => failed(stage))
test('Snippets: a picture failed to load', ({ stage }) => pictureFailed(stage))
test('Snippets: inserted with blanks', ({ stage }) => blanks(stage))
test('Manage snippets: listed', ({ stage }) => managed(stage))
test('Manage snippets: none', ({ stage }) => managedNone(stage))
test('Manage snippets: cannot be loaded again', ({ stage }) => managedFailed(stage))
test('Edit snippet: saving and refused', ({ stage }) => refused(stage))
test('Edit snippet: a shortcut is taken', ({ stage }) => taken(stage))
test('Edit snippet: too many files', ({ stage }) => tooManyFiles(stage))

test.describe('on a new page', () => {
  test.use({ newPage: true })
  test('Snippets: the list’s code failed to load', ({ stage }) => codeFailed(stage))
})

const CONTACT = { name: 'Stella Snippet', number: '+12025553811' }
const HOURS = { name: 'Opening hours', shortcut: 'hours', text: 'We are open from 9 to 5.', shared: true }
const REMINDER = { name: 'Reminder', text: 'See you on {{appointment date}} at {{time}}, {{first_name|there}}.' }

const WAY = { name: 'Way to us', text: 'Behind the meadow.' }

function addSnippets({ clinic }: Stage, added: readonly Partial<Snippet>[]) {
  clinic.snippets = added.map((parts, at) => {
    const id = `0000000e-0000-4000-8000-${String(at).padStart(12, '0')}` as Snippet['id']
    const snippet: Snippet = { id, name: '', text: '', shortcut: null, shared: false, media: [], ...parts }
    if (parts === WAY) addPicture(snippet)
    return snippet
  })
}

async function comeToChat({ page, clinic, come }: Stage) {
  const chat = addChat(clinic, { name: CONTACT.name, contacts: [CONTACT] })
  const app = await come(addressOf(chat.id))
  await expect(app.title).toHaveText(CONTACT.name)
  return { app, ...snippets(page) }
}

async function listed(stage: Stage) {
  addSnippets(stage, [HOURS, REMINDER, WAY])
  const { app, options } = await comeToChat(stage)
  await app.text.pressSequentially('Hello /')
  await expect(options).toHaveCount(4)
  await stage.look()
}

async function many(stage: Stage) {
  addSnippets(
    stage,
    Array.from({ length: 12 }, (_, at) => ({ ...HOURS, shortcut: `hours${at}` })),
  )
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
  addSnippets(stage, [])
  const { app, options } = await comeToChat(stage)
  await app.text.pressSequentially('/')
  await expect(options).toHaveText(['New snippet'])
  await stage.look()
}

async function noMatch(stage: Stage) {
  addSnippets(stage, [HOURS])
  const { open, search } = await comeToChat(stage)
  await open()
  await search.fill('xylophone of ice')
  await expect(stage.page.getByText('No snippet found for “xylophone of ice”.')).toBeVisible()
  await stage.look()
}

async function loading(stage: Stage) {
  const { page, look } = stage
  addSnippets(stage, [HOURS])
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
  addSnippets(stage, [HOURS])
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
  stage.forgive(/ERR_FAILED/)
  const { page, look } = stage
  await loseFile(page, /\/assets\/snippet-list/)
  const { app, open } = await comeToChat(stage)
  await open()
  await expect(page.getByRole('alert')).toHaveText('Snippets couldn’t be loaded.')
  await look()
  await page.keyboard.press('Escape')
  await expect(app.text).toBeFocused()
}

async function pictureFailed(stage: Stage) {
  stage.forgive(/ERR_FAILED/)
  const { page, look } = stage
  addSnippets(stage, [WAY])
  const { app, option } = await comeToChat(stage)
  const find = await loseFile(page, /\/api\/v1\/media\//)
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
  addSnippets(stage, [REMINDER])
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
  addSnippets(stage, [HOURS, REMINDER, WAY])
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
  addSnippets(stage, [HOURS])
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
  addSnippets(stage, [HOURS])
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
  addSnippets(stage, [HOURS])
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

async function tooManyFiles(stage: Stage) {
  const at = await comeToForm(stage)
  const files = Array.from({ length: 11 }, (_, index) => ({
    name: `price-list-${index + 1}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 prices'),
  }))
  // On a phone, ten files push the sentence out of view.
  await stage.page.setViewportSize({ width: 390, height: 844 })
  await chooseFiles(stage.page, () => at.attach.click(), files)
  await expect(at.form.getByRole('alert')).toHaveText('Use at most 10 files.')
  await expect(at.form.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(at.files).toHaveCount(10)
  await stage.look()
}
