import { arrangeChat } from '../pages/arrange.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const PEOPLE = ['Ada', 'Ben', 'Cleo', 'Dov', 'Eve', 'Finn'].map((name, index) => ({
  name: `${name} Selected`,
  number: `+1202555720${index}`,
}))

test.beforeEach(async () => {
  for (const contact of PEOPLE) await arrangeChat({ name: contact.name, contact })
  for (const { name, number } of PEOPLE) await textFrom(number, `From ${name}`)
})

test('by keyboard alone, several chats are selected, marked as done, and brought back', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const [top, second] = PEOPLE.toReversed()
  await expect(app.chats.first()).toContainText(`From ${top?.name}`)
  await app.chats.first().getByRole('link').focus()
  await page.keyboard.press('x')
  await expect(app.selection).toContainText('1 selected')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowDown')
  await expect(app.selection).toContainText('4 selected')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(app.selection).toContainText('3 selected')
  // A picker returns the focus to the row, where the next key works.
  await page.keyboard.press('a')
  // Until the picker has the focus, keys are the list's.
  await expect(page.getByRole('combobox', { name: 'Find a person' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(app.toast).toContainText('3 chats marked as done')
  await expect(app.chat(top?.name ?? '')).toBeHidden()
  await expect(app.chat(second?.name ?? '')).toBeHidden()
  await expect(app.selection).toBeHidden()
  await expect(app.chats.first().getByRole('link')).toBeFocused()

  await page.keyboard.press('Control+z')
  await expect(app.toast).toContainText('Undone for 3 chats')
  await expect(app.chat(top?.name ?? '')).toBeVisible()

  await app.chats.first().getByRole('link').focus()
  await page.keyboard.press('Control+a')
  await expect(app.selection).toContainText(/\d+ selected/)
  await page.keyboard.press('Escape')
  await expect(app.selection).toBeHidden()
})

test('with the mouse, a range is selected, read, snoozed, and assigned', async ({ openBrowser }) => {
  // All unread chats are in the page, which only has visible ones.
  const page = await openBrowser({ viewport: { width: 1366, height: 1600 } })
  const app = await signIn(page, 'Dana Cole')
  await expect(app.chats.first()).toContainText(`From ${PEOPLE.at(-1)?.name}`)
  await app.chats.first().hover({ position: { x: 30, y: 30 } })
  await app.chats.first().getByRole('checkbox').check()
  await app.chats
    .nth(2)
    .getByRole('link')
    .click({ modifiers: ['Shift'] })
  await expect(app.selection).toContainText('3 selected')
  await expect(app.chats.nth(1).getByRole('checkbox')).toBeChecked()

  const unread = app.list.getByText(/ unread messages?$/)
  const before = await unread.count()
  await app.selection.getByRole('button', { name: 'Mark as read' }).click()
  await expect(app.toast).toContainText('3 chats marked as read')
  await expect(unread).toHaveCount(before - 3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(app.toast).toContainText('Undone for 3 chats')
  await expect(unread).toHaveCount(before)

  const selectThree = async () => {
    await app.chats.first().hover({ position: { x: 30, y: 30 } })
    await app.chats.first().getByRole('checkbox').check()
    await app.chats
      .nth(2)
      .getByRole('link')
      .click({ modifiers: ['Shift'] })
    await expect(app.selection).toContainText('3 selected')
  }
  await selectThree()
  await app.selection.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('option', { name: 'Dana Cole (you)' }).click()
  await expect(app.toast).toContainText('3 chats assigned to you')
  await expect(app.chats.first()).toContainText('Assigned to you')
  // With several assignees, all of them can be removed.
  await app.chats.nth(1).getByRole('link').press('a')
  await page.getByRole('option', { name: /Omar Haddad/ }).click()
  await expect(app.chats.nth(1)).toContainText('Assigned to Omar Haddad')
  await selectThree()
  await app.selection.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByRole('option', { name: /Omar Haddad/ })).toContainText('Will be added to these chats')
  await page.getByRole('option', { name: 'No assignee' }).click()
  await expect(app.toast).toContainText('3 chats unassigned')
  await expect(app.chats.nth(1)).not.toContainText('Assigned to')
  await selectThree()
  await app.selection.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click()
  await expect(app.toast).toContainText('3 chats snoozed until')
  await expect(app.chat('Finn Selected')).toBeHidden()
})
