import type { Page } from '@playwright/test'
import { signIn as client } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { DANA } from '../pages/arrange.ts'
import { chatsPage } from '../pages/chats-page.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { watchLayoutShifts } from '../pages/layout-shifts.ts'
import { answer, hold } from '../pages/network.ts'
import { FRONT_DESK, textFrom, textsOn } from '../pages/sandbox-phones.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { signIn, takeSession } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** Removes the default users of the front desk during the test. */
test.beforeEach(() => assign([]))
let before: string[] | null = null
test.afterEach(() => assign(before ?? []))

async function assign(ids: readonly string[]) {
  const dana = await client(appUrl(), DANA)
  const numbers = await dana.get('numbers.twilio')
  const number = numbers.find((one) => one.number === FRONT_DESK)
  if (!number) throw new Error('The demo has no front desk.')
  before ??= number.assignedUsers
  await dana.get('settings.assignUsers', { params: { numberId: number.id }, body: { ids: [...ids] } })
}

test('an unclaimed text is shown to everyone until someone replies', async ({ openBrowser }) => {
  const [first, second] = [await openBrowser(), await openBrowser()]
  const [dana, omar] = [await signIn(first, 'Dana Cole'), await signIn(second, 'Omar Haddad')]
  const groups = [first, second].map((page) => page.getByRole('region', { name: 'Unclaimed' }))
  const titleBefore = await first.title()

  await textFrom('+12025557001', 'Are you open on Boxing Day?')
  for (const group of groups) await expect(group.getByRole('link')).toContainText('Are you open on Boxing Day?')
  await expect(first).not.toHaveTitle(titleBefore)
  await expectAccessible({ page: first, frame: first })

  // Viewing it does not claim it, and it is only once in the list of all chats.
  await groups[0]?.getByRole('link').click()
  await expect(dana.message('Are you open on Boxing Day?')).toBeVisible()
  await first.getByRole('tab', { name: 'All' }).click()
  await expect(dana.list.getByRole('link', { name: 'Are you open on Boxing Day?' })).toHaveCount(1)
  await expect(groups[0]!.getByRole('link')).toContainText('1 unread message')
  // Results of a search have its place.
  await dana.search.fill('Boxing')
  await expect(groups[0]!).toBeHidden()
  await expect(dana.list.getByRole('link', { name: /on Boxing Day\?/ })).toHaveCount(1)
  await dana.search.fill('')
  await expect(groups[0]!).toBeVisible()

  await groups[1]?.getByRole('link').click()
  await omar.write('Yes, at ten.')
  await expect(omar.newest).toContainText('Yes, at ten.')
  for (const group of groups) await expect(group).toBeHidden()
  await expect(omar.list.getByRole('link', { name: 'Yes, at ten.' })).toBeVisible()
  // Dana still has the chat open, and is asked to join the chat that Omar has claimed.
  await expect(first.getByText('You’re not a member of this chat.')).toBeVisible()
})

test('the list waits for the group above it and for the names of the lines, so that no row moves', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  await takeSession(page, 'Dana Cole')
  await textFrom('+12025557002', 'Is the parking free?')
  let isListed = false
  const letGo = Promise.withResolvers<void>()
  await answer(page, 'chats.search', async (route) => {
    const isGroup = (route.request().postDataJSON() as { unclaimed?: boolean }).unclaimed === true
    if (isGroup) await letGo.promise
    await route.fallback()
    if (!isGroup) isListed = true
  })
  const nameLines = await hold(page, 'numbers.twilio')
  await page.goto(appUrl())
  await page.getByRole('heading', { name: 'Chats' }).waitFor()
  const app = chatsPage(page)
  const lineNames = app.chats.getByTitle('Line: ')
  await expect.poll(() => isListed).toBe(true)
  const shifts = await watchLayoutShifts(page)
  letGo.resolve()
  await expect(page.getByRole('region', { name: 'Unclaimed' })).toContainText('Is the parking free?')
  await expect(app.list.getByText('Loading chats')).toBeAttached()
  await nameLines()
  await expect(lineNames.first()).toBeVisible()
  const moved = (await shifts.take()).flatMap((shift) => shift.moved)
  expect(moved.filter((element) => /data-(chat|row)/.test(element))).toEqual([])
})

test.describe('with replies that are not held', () => {
  // The server accepts both held replies, and returns one of them later.
  test.use({ sendsAtOnce: true })

  test('three people at once: one reply is sent, the other waits for its author to read it, and the third names the caller', async ({
    openBrowser,
    complaints,
  }) => {
    const replies = { 'Omar Haddad': 'We open at eight.', 'Mei Tanaka': 'Come by today.' }
    const people: { app: ChatsPage; page: Page; text: string }[] = []
    for (const [name, text] of Object.entries(replies)) {
      const page = await openBrowser()
      people.push({ app: await signIn(page, name), page, text })
    }
    const danas = await openBrowser()
    const dana = await signIn(danas, 'Dana Cole')
    await textFrom('+12025557006', 'When do you open?')
    for (const app of [dana, ...people.map((person) => person.app)]) await app.open('(202) 555-7006')
    await danas.getByRole('button', { name: 'Add name' }).click()
    await dana.dialog('Add name').getByRole('textbox', { name: 'Name' }).fill('Rosa Lang')

    // The first reply that is sent replaces the other person's composer.
    const letGo = await Promise.all(people.map(({ page }) => hold(page, 'messages.send')))
    for (const { app, text } of people) await app.write(text)
    await Promise.all([...letGo.map((send) => send()), danas.keyboard.press('Enter')])

    await expect.poll(async () => (await textsOn('+12025557006')).length).toBe(1)
    const [sent] = await textsOn('+12025557006')
    const other = people.find(({ text }) => text !== sent)!
    await other.app.dialog('Unable to send message').getByRole('button', { name: 'Close' }).click()
    await expect(other.app.message(sent!)).toHaveCount(1)
    await other.page.getByRole('button', { name: 'Join' }).click()
    await other.app.message(other.text).getByRole('button', { name: 'Try again' }).click()

    await expect.poll(() => textsOn('+12025557006')).toEqual([sent, other.text])
    for (const app of [dana, ...people.map((person) => person.app)]) {
      for (const text of Object.values(replies)) await expect(app.message(text)).toHaveCount(1)
      await expect(app.title.filter({ hasText: 'Rosa Lang' })).toBeVisible()
      await expect(
        app.list.getByRole('region', { name: 'Unclaimed' }).getByRole('link', { name: 'Rosa Lang' }),
      ).toHaveCount(0)
    }
    forgive(complaints, /403 \(Forbidden\)/)
  })
})
