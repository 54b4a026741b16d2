import { moveTo } from '../pages/keyboard.ts'
import { reportsPage } from '../pages/reports-page.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { openMainMenu, SURFACES } from './surfaces.ts'
import type { Surface } from './surfaces.ts'

for (const [where, surface] of Object.entries(SURFACES)) {
  test.describe(where, () => {
    test.use({ device: surface.device })
    test('Pages: the focus goes to the heading, and back to what opened it', ({ stage }) => pages(stage, surface))
  })
}
test('Pages: a link of the top bar leads to the heading', ({ stage }) => topBar(stage))
test('Pages: the first one leaves the focus alone', ({ stage }) => first(stage))

async function pages(stage: Stage, surface: Surface) {
  const { page, come } = stage
  const app = await come(surface.address)
  const isTeams = surface.address !== '/'
  const opener = isTeams ? app.list.getByRole('button', { name: /^More/ }) : app.account
  const items = ['Notification settings', 'Administration', 'Connection', ...(isTeams ? ['Contacts', 'Reports'] : [])]
  for (const name of items) {
    for (const how of ['button', 'history'] as const) {
      // Only Back of the browser leads back from where there is no button.
      await openMainMenu(app, surface)
      await moveTo(page, page.getByRole('menuitem', { name }), 'ArrowDown')
      await page.keyboard.press('Enter')
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading, name).toBeFocused()
      if (how === 'button') {
        await moveTo(page, page.getByRole('button', { name: 'Back to chats' }), 'Shift+Tab')
        await page.keyboard.press('Enter')
      } else await page.goBack()
      await expect(opener, `${name}, ${how}`).toBeFocused()
    }
  }
}

async function topBar(stage: Stage) {
  const { page, come } = stage
  await come()
  const link = page.getByRole('link', { name: 'Reports' })
  await link.press('Enter')
  await expect(reportsPage(page).main.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(link).toBeFocused()
  await page.goForward()
  await expect(reportsPage(page).main.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'Chats' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Chats', level: 1 })).toBeFocused()
}

async function first(stage: Stage) {
  const { page, come } = stage
  await come('/reports')
  await expect(reportsPage(page).main.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY')
}
