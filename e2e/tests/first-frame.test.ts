import { appUrl } from '../pages/addresses.ts'
import { forgive } from '../pages/complaints.ts'
import { takeSession } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** Nothing but HTML and its own styles: what is on screen until the scripts have run. */
const STATIC = { javaScriptEnabled: false } as const
/** The scripts' first requests are preloaded. */
const UNUSED = /was preloaded using link preload but not used/

test('the page has the frame of the chats before any script has run', async ({ openBrowser, complaints }) => {
  forgive(complaints, UNUSED)
  const page = await openBrowser(STATIC)
  const bar = page.locator('#first > .bar')
  const list = page.locator('#first > .list')

  await test.step('nobody is signed in: only the background', async () => {
    await page.goto(appUrl())
    await expect(bar).toBeHidden()
    await expect(list).toBeHidden()
  })

  await takeSession(page, 'Dana Cole')
  await test.step('the chats: the bar and the list', async () => {
    await page.goto(appUrl())
    await expect(bar).toBeVisible()
    await expect(list).toBeVisible()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(list).toHaveCSS('background-color', 'rgb(31, 31, 31)')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(list).toHaveCSS('background-color', 'rgb(245, 245, 245)')
  })

  await test.step('a chat on a phone covers both', async () => {
    await page.goto(`${appUrl()}/?chat=1`)
    await expect(list).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(list).toBeHidden()
    await expect(bar).toBeHidden()
  })

  await test.step('the administration: the bar alone', async () => {
    await page.goto(`${appUrl()}/admin`)
    await expect(bar).toBeVisible()
    await expect(list).toBeHidden()
  })

  await test.step('Teams: the list alone, in the theme of Teams', async () => {
    await page.goto(`${appUrl()}/teams-app/?theme=dark`)
    await expect(bar).toBeHidden()
    await expect(list).toHaveCSS('background-color', 'rgb(31, 31, 31)')
  })
})

test('the frame has the measures of the screen that replaces it', async ({ openBrowser, complaints }) => {
  forgive(complaints, UNUSED)
  const first = await openBrowser(STATIC)
  const page = await openBrowser()
  for (const one of [first, page]) {
    await takeSession(one, 'Dana Cole')
    await one.goto(appUrl())
  }
  const rows = page.getByRole('region', { name: 'Chats', exact: true }).getByRole('listitem')
  await rows.first().waitFor()
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 800, height: 700 },
    { width: 390, height: 844 },
  ]) {
    for (const one of [first, page]) await one.setViewportSize(viewport)
    const [bar, list, search, row] = ['.bar', '.list', '.search', 'li'].map((part) => first.locator(`#first ${part}`))
    expect(await bar?.boundingBox()).toEqual(await page.getByRole('banner').boundingBox())
    expect(await list?.boundingBox()).toEqual(
      await page.getByRole('region', { name: 'Chats', exact: true }).boundingBox(),
    )
    expect(await search?.boundingBox()).toEqual(await page.getByRole('search').boundingBox())
    expect(await row?.first().boundingBox()).toEqual(await rows.first().boundingBox())
  }
})
