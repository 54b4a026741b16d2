import { expectAccessible } from '../pages/schemes.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

test('inside Teams, the administration opens from the list, links stay inside, and forms work', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const { app, frame, addressOfApp } = await openTeams(page)
  await app.list.getByRole('button', { name: 'More' }).click()
  await frame.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(frame.getByRole('region', { name: 'Organization' })).toBeVisible()
  for (const link of await frame.getByRole('navigation').getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^\/teams-app\/admin/)
  }
  await frame.getByRole('link', { name: 'Contact settings', exact: true }).click()
  await frame.getByRole('button', { name: 'Add contact' }).click()
  const form = frame.getByRole('dialog', { name: 'Add mobile number' })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('Number should be defined.')
  await expectAccessible({ page, frame })
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await frame.getByRole('link', { name: 'Numbers', exact: true }).click()
  await expect(frame.getByRole('list', { name: 'Twilio numbers' })).toBeVisible()
  expect(new URL(addressOfApp()).pathname).toBe('/teams-app/admin/twilio')
  await frame.getByRole('button', { name: 'Back to chats' }).click()
  await expect(app.chat('Rivera family')).toBeVisible()
})

test('a Teams link opens a screen, and a User finds the connection and the shortcuts, but no administration', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const admin = await openTeams(page, { subPageId: 'admin/diagnostics' })
  await expect(admin.frame.getByRole('region', { name: 'Diagnostics', exact: true })).toBeVisible()
  expect(new URL(admin.addressOfApp()).pathname).toBe('/teams-app/admin/diagnostics')
  await page.getByRole('combobox', { name: 'Width' }).selectOption('Narrow (320)')
  await expect.poll(() => admin.frame.locator('html').evaluate('document.documentElement.scrollWidth')).toBe(320)

  const { app, frame } = await openTeams(page, { person: 'omar@lakeside.example' })
  await expect(app.chat('Priya Shah')).toBeVisible()
  const more = app.list.getByRole('button', { name: 'More' })
  await more.focus()
  await more.press('Enter')
  await expect(frame.getByRole('menuitem')).toHaveText([
    'Contacts',
    'Reports',
    'Pause notifications',
    'Notification settings',
    'Connection',
    'Active sessions',
    'Keyboard shortcuts',
  ])
  await frame.getByRole('menuitem', { name: 'Connection' }).press('Enter')
  await expect(frame.getByText('New messages appear on their own.')).toBeVisible()
})
