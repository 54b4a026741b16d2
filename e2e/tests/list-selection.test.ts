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

test('with the mouse, a range is selected, read, snoozed, and assigned', async ({ openBrowser }) => {
  // All unread chats are in the page, which only has visible ones.
  const page = await openBrowser({ viewport: { width: 1366, height: 1600 } })
  const app = await signIn(page, 'Dana Cole')
  // In any order: texts from different phones arrive independently.
  await expect(app.list.getByText(/^From \w+ Selected$/)).toHaveCount(PEOPLE.length)
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
  await expect(app.list.getByText(/^From \w+ Selected$/)).toHaveCount(PEOPLE.length - 3)
})
