import type { Locator } from '@playwright/test'
import { statusOf } from '../pages/chats-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { newChat, newMessage } from '../pages/new-chat.ts'
import { snippets } from '../pages/snippets.ts'
import { addChat, addressOf, addTexts } from './arrange.ts'
import { hold } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('By keyboard: the list is one tab stop, followed by its chat’s menu', ({ stage }) => list(stage))
test('By keyboard: messages are one tab stop, and their status opens and closes', ({ stage }) => messages(stage))
test('By keyboard: text typed or pasted elsewhere goes to the composer', ({ stage }) => typedElsewhere(stage))
test('By keyboard: the members', ({ stage }) => members(stage))
test('By keyboard: a chat is created', ({ stage }) => create(stage))
test('A chat that arrives while a form is open leaves the focus in the form', ({ stage }) => arrivesLate(stage))
test('Escape closes a modal after a click next to it, and on its text', ({ stage }) => clickNextToModal(stage))
test('Keys of an input method do nothing but compose, in every field', ({ stage }) => inputMethod(stage))
test('Typing in a list of options selects one, and starts over after a pause', ({ stage }) => typeAhead(stage))

async function list({ page, clinic, come }: Stage) {
  // With an opened chat after the list, because Tab at the last stop leaves the page.
  const { id } = addOwnTexts({ clinic }, ['First'])
  const app = await come(addressOf(id))
  await expect(app.text).toBeFocused()
  const links = app.list.getByRole('link')
  await moveTo(page, links.first(), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(app.list.getByRole('button', { name: /^Actions for/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(app.title.getByRole('button')).toBeFocused()

  await moveTo(page, links.last(), 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await expect(links.nth(-2)).toBeFocused()
  await page.keyboard.press('Home')
  await moveTo(page, app.chat('Priya Shah'), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(app.title).toHaveText('Priya Shah')
  await expect(app.text).toBeFocused()

  await page.keyboard.type('See you on Monday.')
  await page.keyboard.press('Enter')
  await expect(app.message('See you on Monday.')).toBeVisible()
  await expect(app.text).toBeFocused()
  await expect(app.text).toHaveValue('')
}

async function messages({ page, clinic, come, look }: Stage) {
  const { id } = addOwnTexts({ clinic }, ['The invoice is ready.', 'It is in the mail.'])
  const app = await come(addressOf(id))
  const message = app.message('It is in the mail.')
  const status = statusOf(message, 'Delivered')
  await status.waitFor()
  await moveTo(page, message, 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await expect(app.message('The invoice is ready.')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(message).toBeFocused()

  await moveTo(page, status)
  await page.keyboard.press('Enter')
  const dialog = app.dialog('Message Delivery Status')
  await expect(dialog).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(status).toBeFocused()
}

function addOwnTexts({ clinic }: Pick<Stage, 'clinic'>, texts: string[]) {
  const contact = { name: 'Kay Board', number: '+12025553120' }
  const chat = addChat(clinic, { name: contact.name, contacts: [contact] })
  addTexts(clinic, chat, texts)
  return chat
}

async function typedElsewhere({ page, clinic, come }: Stage) {
  const { id } = addOwnTexts({ clinic }, ['First'])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const app = await come(addressOf(id))
  await expect(app.message('First')).toBeVisible()
  await moveTo(page, app.newest, 'Shift+Tab')
  await page.keyboard.type('Second')
  await expect(app.text).toBeFocused()
  await expect(app.text).toHaveValue('Second')

  await app.text.blur()
  await page.keyboard.type(', third')
  await expect(app.text).toHaveValue('Second, third')
  await page.evaluate("navigator.clipboard.writeText(', fourth')")
  await moveTo(page, app.newest, 'Shift+Tab')
  await page.keyboard.press('ControlOrMeta+V')
  await expect(app.text).toHaveValue('Second, third, fourth')
  await page.context().clearPermissions()
}

async function members({ page, come }: Stage) {
  const app = await come()
  await app.open('Rivera family')
  await moveTo(page, app.membersButton, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(app.members.getByRole('button', { name: 'Close Details' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(app.members).toBeHidden()
  await expect(app.membersButton).toBeFocused()
}

async function create({ page, come }: Stage) {
  const app = await come()
  const modal = newChat(page)
  const { to, moreOptions } = newMessage(page)
  await moveTo(page, app.newChat)
  await page.keyboard.press('Enter')
  await expect(to).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(to).toBeHidden()
  await expect(app.newChat).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(to).toBeFocused()
  await moveTo(page, moreOptions, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(modal.number).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()
  await expect(moreOptions).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(modal.number).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('f')
  await page.keyboard.press('Enter')
  await expect(modal.name).toHaveValue('Front desk')
  await moveTo(page, modal.name)
  await page.keyboard.type(' by keyboard')
  await moveTo(page, modal.members)
  await page.keyboard.type('Henry')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(modal.chosen.filter({ hasText: 'Henry Okafor' })).toBeVisible()

  await moveTo(page, modal.dialog.getByRole('button', { name: 'Create Mobile' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Number' })).toBeFocused()
  await page.keyboard.type('+12025550131')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Kay Board')
  await page.keyboard.press('Enter')
  await expect(modal.chosen.filter({ hasText: 'Kay Board' })).toBeVisible()

  await moveTo(page, modal.relay('As a group'))
  await page.keyboard.press('Space')
  await moveTo(page, modal.save)
  await page.keyboard.press('Enter')
  await expect(modal.dialog).toBeHidden()
  await expect(app.title).toContainText('by keyboard')
  await expect(app.text).toBeFocused()
}

async function arrivesLate({ page, come }: Stage) {
  const app = await come()
  const letGo = await hold(page, 'chats.get')
  await app.chat('Tom Becker').click()
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Active sessions' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await letGo()
  await page.getByRole('textbox', { name: 'Write to', includeHidden: true }).waitFor({ state: 'attached' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
}

async function clickNextToModal({ page, come }: Stage) {
  const app = await come()
  await app.newChat.click()
  const { dialog, name } = newChat(page)
  for (const outside of [true, false]) {
    await newMessage(page).moreOptions.click()
    await expect(dialog).toBeVisible()
    await name.focus()
    if (outside) await page.mouse.click(5, 5)
    else await dialog.getByRole('heading').click()
    await expect(dialog).toBeVisible()
    if (outside) await expect(name).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
}

/** Keys of an input method while it composes a word: in Chrome, in Firefox, and in Safari, where the word has ended before. */
const COMPOSED = [
  { isComposing: true, keyCode: 229 },
  { isComposing: true, keyCode: 13 },
  { isComposing: false, keyCode: 229 },
]

async function inputMethod({ page, clinic, come }: Stage) {
  const app = await come(addressOf(addOwnTexts({ clinic }, []).id))

  async function compose(field: Locator, text: string, keys = ['Enter', 'Escape', 'ArrowDown', 'Tab']) {
    await field.fill(text)
    for (const key of keys) {
      for (const state of COMPOSED) {
        const init = JSON.stringify({ key, ...state, bubbles: true, cancelable: true })
        // Whether the browser may still handle it.
        const isLeft = await page.evaluate(
          `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${init}))`,
        )
        expect(isLeft, key).toBe(true)
      }
    }
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(text)
  }

  await compose(app.text, 'nihao')
  await expect(app.message('nihao')).toHaveCount(0)
  await compose(app.text, '/')
  await expect(snippets(page).list).toBeVisible()
  await app.text.fill('')

  await compose(app.search, 'Composed')

  await page.getByRole('button', { name: 'Person', exact: true }).click()
  await compose(page.getByRole('searchbox', { name: 'Name or number' }), 'Omar')
  await page.keyboard.press('Escape')

  await app.text.focus()
  await page.keyboard.press('Control+f')
  await compose(page.getByRole('search', { name: 'Find in this chat' }).getByRole('searchbox'), 'word')

  await app.newChat.click()
  const message = newMessage(page)
  await compose(message.to, 'Omar')
  await expect(message.chips).toHaveCount(0)
  await message.moreOptions.click()
  const modal = newChat(page)
  await expect(modal.chosen).toHaveCount(3)
  await compose(modal.members, 'Omar')
  await expect(modal.chosen).toHaveCount(3)
  await compose(modal.name, 'Team')
  await expect(modal.dialog).toBeVisible()
}

/** Time stands still in the page, so that a slow machine causes no pause. */
const STOP_TIME = `{
  const { now } = Date
  globalThis.time = now()
  Date.now = () => globalThis.time
  globalThis.resumeTime = () => (Date.now = now)
}`

async function typeAhead({ page, come }: Stage) {
  await come()
  const modal = newChat(page)
  await modal.open()
  await modal.number.focus()
  await page.evaluate(STOP_TIME)
  await page.keyboard.press('b')
  await expect(page.getByRole('option', { name: 'Billing' })).toBeVisible()
  await page.keyboard.press('i')
  const active = async () => {
    const id = await modal.number.getAttribute('aria-activedescendant')
    return id === null ? null : page.locator(`[id="${id}"]`).textContent()
  }
  await expect.poll(active).toContain('Billing')
  await page.evaluate('globalThis.time += 350')
  await page.keyboard.press('f')
  await expect.poll(active).toContain('Front desk')
  await page.keyboard.press('Enter')
  await expect(modal.number).toContainText('Front desk')
  await expect(modal.name).toHaveValue('Front desk')
  await page.evaluate('resumeTime()')
}
