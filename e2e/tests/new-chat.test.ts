import type { Page } from '@playwright/test'
import { arrangeChat, arrangeContact } from '../pages/arrange.ts'
import { attach } from '../pages/attach.ts'
import { statusOf } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { moveTo } from '../pages/keyboard.ts'
import { answer, lose } from '../pages/network.ts'
import { newChat, newMessage } from '../pages/new-chat.ts'
import { pendingMessages } from '../pages/pending.ts'
import { signIn } from '../pages/sign-in.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

const contact = (name: string, last: number) => ({ name, number: `+120255531${last}` })

test('by keyboard alone, a text goes to a contact and a new number on a chosen line', async ({ openBrowser }) => {
  await arrangeContact(contact('Pia Moreau', 31), { disabled: false })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const view = newMessage(page)
  await app.chats.first().getByRole('link').focus()
  await page.keyboard.press('n')
  await expect(view.to).toBeFocused()
  await moveTo(page, view.line, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Front desk' }).waitFor()
  await page.keyboard.press('f')
  await page.keyboard.press('Enter')
  await expect(view.line).toContainText('Front desk')

  await moveTo(page, view.to)
  await page.keyboard.type('o')
  await expect(view.options).not.toHaveCount(0)
  const first = await view.to.getAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowDown')
  await expect(view.to).not.toHaveAttribute('aria-activedescendant', first ?? '')
  await page.keyboard.press('Escape')
  await expect(view.options).toHaveCount(0)
  await expect(view.to).toHaveValue('o')
  await page.keyboard.press('Backspace')

  await page.keyboard.type('pia')
  await expect(view.options).toContainText(['Pia Moreau'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('omar had')
  await expect(view.options).toContainText(['Omar Haddad'])
  await page.keyboard.press('Enter')
  await expect(view.chips).toHaveText(['Pia Moreau', 'Omar Haddad'])
  await page.keyboard.press('Backspace')
  await page.keyboard.type('202 555 3132')
  await page.keyboard.press('Enter')
  await expect(view.chips).toHaveText(['Pia Moreau', '(202) 555-3132'])
  await page.keyboard.press('Enter')
  await expect(view.text).toBeFocused()
  await page.keyboard.type('The office is closed on Friday.')
  await page.keyboard.press('Enter')

  await expect(app.title).toHaveText('Pia Moreau')
  await expect(page).toHaveURL(/\?chat=[0-9a-f-]{36}$/)
  await expect(statusOf(app.message('The office is closed on Friday.'), 'Delivered to 2')).toBeVisible()
  await expect(app.text).toBeFocused()
  await page.keyboard.press('Alt+n')
  await expect(view.line).toContainText('Front desk')
  await expect(view.chips).toHaveCount(0)
  await expect(view.text).toHaveValue('')
})

test('an existing chat is offered first, and no second one starts', async ({ openBrowser }) => {
  await arrangeChat({ name: 'Quinn Adler', number: 'Billing', contact: contact('Quinn Adler', 33) })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const view = newMessage(page)
  await app.newChat.click()
  await view.to.pressSequentially('quinn')
  await expect(view.options).toContainText(['Open Quinn Adler', 'Quinn Adler'])
  await page.keyboard.press('Enter')
  await expect(app.title).toHaveText('Quinn Adler')
  await expect(app.text).toBeFocused()
})

test('a phone in another chat can be moved here or be texted from another line', async ({ openBrowser }) => {
  await arrangeChat({ name: 'Rosa, first visit', number: 'Billing', contact: contact('Rosa Diaz', 34) })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const view = newMessage(page)
  await app.newChat.click()
  await view.to.click()
  await paste(page, 'Rosa Diaz\n(202) 555-3135')
  await expect(view.chips).toHaveText(['Rosa Diaz', '(202) 555-3135'])
  await expect(view.alert).toContainText('Rosa Diaz is already in the chat Rosa, first visit on this number.')
  await view.text.fill('Both of you are invited.')
  await view.text.press('Enter')
  const elsewhere = view.alert.getByRole('button', { name: 'Use Front desk (202-555-0100)' })
  await expect(elsewhere).toBeFocused()
  await elsewhere.click()
  await expect(view.alert).toBeHidden()
  await view.line.click()
  await page.getByRole('menuitemradio', { name: 'Billing' }).click()
  await view.alert.getByRole('button', { name: 'Move the phone here' }).click()
  await expect(view.text).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(app.title).toHaveText('Rosa Diaz')
  await expect(app.message('Both of you are invited.')).toBeVisible()
  await expect(app.chat('Rosa, first visit')).toBeHidden()
})

test('a failure keeps recipients, text, and files, and a retry creates one chat', async ({
  openBrowser,
  complaints,
}) => {
  await arrangeContact(contact('Sven Holm', 36), { disabled: false })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const view = newMessage(page)
  await app.newChat.click()
  await view.to.click()
  await paste(page, 'Sven Holm; (202) 555-3137')
  await expect(view.chips).toHaveCount(2)
  await attach(page, page)
  await view.text.fill('Here is the meadow.')
  const find = await lose(page, 'chats.create')
  await view.send.click()
  await expect(view.alert).toContainText('Unable to create chat. Partyline can’t be reached.')
  await expect(view.chips).toHaveText(['Sven Holm', '(202) 555-3137'])
  await expect(view.text).toHaveValue('Here is the meadow.')
  await expect(page.getByRole('list', { name: 'Attached' }).getByRole('img')).toBeVisible()
  await find()
  await view.send.click()
  await expect(app.title).toHaveText('Sven Holm')
  await expect(app.newest.locator('img')).toBeVisible()
  await expect(app.chat('Sven Holm')).toHaveCount(1)
  forgive(complaints, /Failed to load resource/)
})

test('after a lost answer, a retry creates no second chat, even with another time to undo', async ({
  openBrowser,
  complaints,
}) => {
  await arrangeContact(contact('Tilda Berg', 38), { disabled: false })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const view = newMessage(page)
  await app.newChat.click()
  await view.to.click()
  await paste(page, 'Tilda Berg')
  await view.text.fill('Your glasses are ready.')
  const find = await answer(page, 'chats.create', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await view.send.click()
  await expect(view.alert).toContainText('Unable to create chat. Partyline can’t be reached.')
  await find()

  await app.open('Omar Haddad')
  await pendingMessages(page).more.click()
  await page.getByRole('menuitemradio', { name: '30 seconds' }).click()
  await page.keyboard.press('Escape')
  await app.newChat.click()
  await expect(view.text).toHaveValue('Your glasses are ready.')
  await view.send.click()
  await expect(app.title).toHaveText('Tilda Berg')
  await expect(app.message('Your glasses are ready.')).toHaveCount(1)
  await expect(app.chat('Tilda Berg')).toHaveCount(1)
  forgive(complaints, /Failed to load resource/)
})

test('a new chat survives opening another chat and a reload, and the form takes it over', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const view = newMessage(page)
  const modal = newChat(page)
  await app.newChat.click()
  await view.to.pressSequentially('(202) 555-3138,')
  await expect(view.chips).toHaveText(['(202) 555-3138'])
  await view.text.fill('Half written')
  await app.open('Priya Shah')
  await app.newChat.click()
  await expect(view.chips).toHaveText(['(202) 555-3138'])
  // Whoever begins another chat and types a name must not send it to the earlier recipients.
  await expect(view.to).toBeFocused()
  await page.reload()
  await expect(view.chips).toHaveText(['(202) 555-3138'])
  await expect(view.text).toHaveValue('Half written')

  await view.moreOptions.click()
  await expect(modal.name).toHaveValue('(202) 555-3138')
  await expect(modal.chosen).toContainText(
    ['Dana Cole', '(202) 555-3138'].map((name) => new RegExp(name.replace(/[()]/g, '\\$&'))),
  )
  await modal.name.fill('From the form')
  await modal.save.click()
  await expect(modal.dialog).toBeHidden()
  await expect(app.title).toHaveText('From the form')
  await expect(app.text).toHaveValue('Half written')
})

test('at 390 px the new chat fills the screen, and Back returns to the list', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const app = await signIn(page, 'Dana Cole')
  const view = newMessage(page)
  await app.newChat.click()
  await expect(view.view).toBeInViewport({ ratio: 1 })
  await expect(app.list).toBeHidden()
  await view.to.fill('202 555 3139')
  await view.options.tap()
  await view.text.fill('Hello')
  await expect(view.send).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await app.back.click()
  await expect(app.list).toBeVisible()
  await app.newChat.click()
  await page.goBack()
  await expect(app.list).toBeVisible()
})

test('in Teams, a new chat starts with a text', async ({ openBrowser }) => {
  const page = await openBrowser()
  const { app, frame } = await openTeams(page, { person: 'dana@lakeside.example' })
  const view = newMessage(frame)
  await app.newChat.click()
  await view.to.fill('202 555 3196')
  await expect(view.options).toHaveText(['Text (202) 555-3196'])
  await view.to.press('Enter')
  await view.to.press('Enter')
  await view.text.fill('Hello from Teams')
  await view.text.press('Enter')
  await expect(app.title).toHaveText('(202) 555-3196')
  await expect(app.message('Hello from Teams')).toBeVisible()
})

async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('ControlOrMeta+V')
}
