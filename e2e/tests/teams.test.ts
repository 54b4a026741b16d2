import { faultsOf } from '../pages/accessibility.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { arrangeChat, arrangeNotes, arrangeTexts } from '../pages/arrange.ts'
import { findBar } from '../pages/find-bar.ts'
import { searchFilters } from '../pages/search-filters.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

test('inside Teams, no one signs in, the list has no bar of its own, links stay inside, and the theme is Teams’', async ({
  openBrowser,
}) => {
  await arrangeNotes('Only for Dana')
  const page = await openBrowser({ colorScheme: 'dark' })
  const { app, addressOfApp, theme, person, root } = await openTeams(page)
  await expect(app.chat('Rivera family')).toBeVisible()
  await expect(app.account).toBeHidden()
  for (const link of await app.list.getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^\/teams-app\//)
  }

  // Not the system's.
  await expect(root).toHaveCSS('color-scheme', 'light')
  await theme.selectOption('Dark')
  await expect(root).toHaveCSS('color-scheme', 'dark')
  await theme.selectOption('Light')
  await expect(root).toHaveCSS('color-scheme', 'light')

  await app.open('Rivera family')
  expect(addressOfApp()).toMatch(/\/teams-app\/?\?(.+&)?chat=[0-9a-f-]{36}/)
  await app.write('Written inside Teams.')
  await expect(app.message('Written inside Teams.')).toBeVisible()

  // Another user of Teams is another user here.
  await app.search.fill('Only for Dana')
  await expect(app.chat('Only for Dana')).toBeVisible()
  await person.selectOption('Omar Haddad')
  await expect(app.search).toHaveValue('')
  await app.search.fill('Only for Dana')
  await expect(app.list.getByText('No results')).toBeVisible()
})

test('inside Teams, a narrow window shows one pane at a time, finds messages in a chat, and filters the search', async ({
  openBrowser,
}) => {
  const chat = await arrangeNotes('Find inside Teams')
  await arrangeTexts(chat.id, ['The heron is back', 'Good'])
  const page = await openBrowser()
  const { app, frame } = await openTeams(page)
  await page.getByRole('combobox', { name: 'Width' }).selectOption('Narrow (320)')
  await expect(app.text).toBeHidden()
  await app.open('Rivera family')
  await expect(app.list).toBeHidden()
  await app.back.click()
  await expect(app.chat('Rivera family')).toBeVisible()

  await app.search.fill('heron')
  const filters = searchFilters(frame)
  await filters.date.click()
  await filters.option('Today').click()
  await app.list.getByRole('link', { name: 'The heron is back' }).click()
  await expect(app.message('The heron is back')).toBeFocused()
  await page.keyboard.press('Control+f')
  const find = findBar(frame)
  await expect(find.field).toBeFocused()
  await page.keyboard.type('heron')
  await expect(find.bar).toContainText('1 of 1')
  expect(await faultsOf(page)).toEqual([])
})

test('a shared link to a chat opens that chat', async ({ openBrowser }) => {
  await arrangeChat({ name: 'Shared in Teams', contact: { name: 'Sha Red', number: '+12025553158' } })
  const page = await openBrowser()
  const { app, frame } = await openTeams(page)
  await app.open('Shared in Teams')
  await app.membersButton.click()
  await chatPane(frame).choose('Share link')
  const dialog = page.getByRole('dialog', { name: 'Link to share' })
  await expect(dialog).toContainText('Shared in Teams')
  const link = new URL(await dialog.getByRole('textbox').inputValue())

  const other = await openTeams(await openBrowser(), Object.fromEntries(link.searchParams))
  await expect(other.app.title).toHaveText('Shared in Teams')
})
