import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { arrangeChat, arrangeContact, arrangeTexts } from '../pages/arrange.ts'
import { attach } from '../pages/attach.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { statusOf } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { countEffort } from '../pages/effort.ts'
import type { Effort } from '../pages/effort.ts'
import { newMessage } from '../pages/new-chat.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { triage } from '../pages/triage.ts'
import { expect, test } from '../test.ts'

/** The guide's table, with one row per job. */
const GUIDE = path.resolve(import.meta.dirname, '../../docs/guide/common-jobs.md')
/** A landline, to which Twilio cannot send. */
const LANDLINE = '+15005550009'
const CALLER = '+12025553805'

type Job = {
  title: string
  /** Setup, not part of the job. */
  prepare?: (app: ChatsPage, page: Page) => Promise<void>
  play: (app: ChatsPage, page: Page) => Promise<void>
}

const closeDialog = (_: ChatsPage, page: Page) => page.keyboard.press('Escape')

/** The jobs in the order of the table; each starts where the previous one ended. */
const JOBS: readonly Job[] = [
  {
    title: 'Open a chat',
    async play(app) {
      await app.chat('Nora Quill').click()
      await expect(app.title).toHaveText('Nora Quill')
    },
  },
  {
    title: 'Reply',
    async play(app, page) {
      await expect(app.text).toBeFocused()
      await page.keyboard.type('See you at ten.')
      await page.keyboard.press('Enter')
      await expect(statusOf(app.message('See you at ten.'), 'Delivered')).toBeVisible()
    },
  },
  {
    title: 'Send a picture',
    async play(app, page) {
      await attach(page, page)
      await app.send.click()
      await expect(app.newest.locator('img')).toBeVisible()
      // Its statuses change its height, and so the place of what is clicked next.
      await expect(statusOf(app.newest, 'Delivered')).toBeVisible()
    },
  },
  {
    title: 'See who got a message',
    async play(app) {
      await statusOf(app.message('See you at ten.'), 'Delivered').click()
      await expect(app.dialog('Message Delivery Status').getByRole('listitem')).toContainText(['Nora Quill'])
    },
  },
  {
    title: 'Find an old message',
    prepare: closeDialog,
    async play(app, page) {
      await app.search.click()
      await page.keyboard.type('quicksilver')
      const found = app.list.getByRole('region', { name: 'Messages' }).getByRole('link')
      await expect(found).toHaveCount(1)
      await page.keyboard.press('Enter')
      await expect(found).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(app.message('quicksilver')).toBeFocused()
    },
  },
  {
    title: 'Mark a message as unread',
    async play(app, page) {
      const message = app.message('May I ask something?')
      await message.hover()
      await message.getByRole('button', { name: /^More about/ }).click()
      await page.getByRole('menuitem', { name: 'Mark as unread' }).click()
      await expect(app.chat('Nora Quill')).toContainText('unread')
    },
  },
  {
    title: 'Send a failed text again',
    prepare: (app) => app.search.fill(''),
    async play(app) {
      await app.chat('Old Exchange').click()
      await app.message('Can you read this?').getByRole('button', { name: 'Send again' }).click()
    },
  },
  {
    title: 'Start a chat with a contact',
    prepare: closeDialog,
    async play(app, page) {
      await app.newChat.click()
      await expect(newMessage(page).to).toBeFocused()
      await page.keyboard.type('Otto Q')
      await expect(newMessage(page).options).toContainText(['Otto Quince'])
      await page.keyboard.press('Tab')
      await page.keyboard.type('Your glasses are ready.')
      await page.keyboard.press('Enter')
      await expect(app.title).toHaveText('Otto Quince')
      await expect(statusOf(app.message('Your glasses are ready.'), 'Delivered')).toBeVisible()
    },
  },
  {
    title: 'Start a chat with a new contact',
    async play(app, page) {
      await app.newChat.click()
      await page.keyboard.type('202 555 3806')
      await expect(newMessage(page).options).toHaveText(['Text (202) 555-3806'])
      await page.keyboard.press('Tab')
      await page.keyboard.type('Welcome to Lakeside.')
      await page.keyboard.press('Enter')
      await expect(app.title).toHaveText('(202) 555-3806')
      await expect(statusOf(app.message('Welcome to Lakeside.'), 'Delivered')).toBeVisible()
    },
  },
  {
    title: 'Name a caller',
    async play(app, page) {
      await app.chat('(202) 555-3805').click()
      await page.getByRole('button', { name: 'Add name' }).click()
      await expect(app.dialog('Add name').getByRole('textbox', { name: 'Name' })).toBeFocused()
      await page.keyboard.type('Quincy Poole')
      await page.keyboard.press('Enter')
      await expect(app.dialog('Add name')).toBeHidden()
      await expect(app.title).toHaveText('Quincy Poole')
    },
  },
  {
    title: 'Take a chat',
    async play(_, page) {
      const on = triage(page)
      await on.claim.click()
      await expect(page.getByRole('button', { name: 'Assigned to Dana Cole' })).toBeVisible()
    },
  },
  {
    title: 'Hand a chat over',
    async play(_, page) {
      const on = triage(page)
      await on.assign.click()
      await on.person(/Omar Haddad/).click()
      await expect(page.getByRole('button', { name: 'Assigned to Omar Haddad' })).toBeVisible()
    },
  },
  {
    title: 'Snooze a chat until tomorrow',
    // Snoozed and done chats are deleted after the test, because other files expect none.
    prepare: (app) => app.open('Nora Quill'),
    async play(app, page) {
      const on = triage(page)
      await on.snooze.click()
      await on.item('Tomorrow').click()
      await expect(app.chat('Nora Quill')).toHaveCount(0)
    },
  },
  {
    title: 'Mark a chat as done',
    prepare: (app) => app.open('Old Exchange'),
    async play(app, page) {
      await triage(page).done.click()
      await expect(app.chat('Old Exchange')).toHaveCount(0)
    },
  },
  {
    title: 'See only the chats assigned to me',
    async play(app, page) {
      await app.filter.click()
      await page.getByRole('menuitemcheckbox', { name: 'Assigned to me' }).click()
      await page.keyboard.press('Escape')
      await expect(app.list.getByRole('button', { name: 'Remove filter: Assigned to me' })).toBeVisible()
    },
  },
]

test('common jobs take as many clicks, fields, and keys as the guide says', async ({ openBrowser, complaints }) => {
  const { id } = await arrangeChat({ name: 'Nora Quill', contact: { name: 'Nora Quill', number: '+12025553804' } })
  await textFrom('+12025553804', 'May I ask something?')
  await arrangeTexts(id, ['The quicksilver lamp is ready.'])
  const failing = await arrangeChat({ name: 'Old Exchange', contact: { name: 'Old Office', number: LANDLINE } })
  await arrangeTexts(failing.id, ['Can you read this?'])
  await arrangeContact({ name: 'Otto Quince', number: '+12025553807' }, { disabled: false })
  await textFrom(CALLER, 'Hello, is this the clinic?')
  const page = await openBrowser()
  const { effort: total } = await countEffort(page)
  const app = await signIn(page, 'Dana Cole')

  const measured: string[] = []
  for (const { title, prepare, play } of JOBS) {
    await prepare?.(app, page)
    const before = { ...total }
    await test.step(title, () => play(app, page))
    measured.push(row(title, total, before))
  }
  const promised = readFileSync(GUIDE, 'utf8')
    .split('\n')
    .filter((line) => /(\|\s*\d+ ){3}\|$/.test(line))
  // A save that a receipt or the caller's new name overtook is repeated; the browser reports its first answer.
  forgive(complaints, /409 \(Conflict\)/)
  expect(measured).toEqual(promised.map((line) => line.replaceAll(/ +/g, ' ')))
})

function row(title: string, now: Effort, before: Effort): string {
  const counts = (['clicks', 'fields', 'keys'] as const).map((what) => now[what] - before[what])
  return `| ${title} | ${counts.join(' | ')} |`
}
