import type { Sandbox } from '@partyline/sandbox'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../tests/browser.ts'
import { FRONT_DESK, MARTA, PIXEL, sdkFor, startSandbox, textFrom, textsOn } from '../tests/driver.ts'
import { accessibilityViolations } from '../tests/accessibility.ts'
import { openPhones, phoneOf, threadOf } from '../tests/phones-page.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await openBrowser()
})
afterEach(async () => {
  for (const page of browser.context.pages().slice(1)) await page.close()
})
afterAll(() => browser.close())

const openPage = (sandbox: Sandbox) => openPhones(browser, sandbox)

test('Enter sends a text, and an answer appears by itself', async () => {
  const sandbox = await startSandbox()
  const { page, complaints } = await openPage(sandbox)
  await page.getByLabel('Text from Marta Rivera').fill('Is 3:30 still free?')
  await page.keyboard.press('Enter')
  await threadOf(page, 'Marta Rivera').getByText('Is 3:30 still free?').waitFor()
  expect(await textsOn(sandbox, MARTA)).toMatchObject([{ to: FRONT_DESK, text: 'Is 3:30 still free?' }])

  await sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Yes, see you then.' })
  await threadOf(page, 'Marta Rivera').getByText('Yes, see you then.').waitFor()
  expect(await page.getByLabel('Text from Marta Rivera').inputValue()).toBe('')
  expect(complaints).toEqual([])
})

test('a phone can start a thread with any number of the account', async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(sandbox)
  await page.getByLabel('Number that Tom Becker texts with').selectOption('After hours (202) 555-0102')
  await page.getByLabel('Text from Tom Becker').fill('Are you open?')
  await page.getByRole('button', { name: 'Send from Tom Becker' }).click()
  await threadOf(page, 'Tom Becker').getByText('Are you open?').waitFor()
  expect(await textsOn(sandbox, '+12025550171')).toMatchObject([{ to: '+12025550102' }])
})

test('a phone switches to the number that texts it, but not while its owner writes to another', async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(sandbox)
  const picker = page.getByLabel('Number that Marta Rivera texts with')
  await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Hello' })
  await sdkFor(sandbox).messages.create({ from: '+12025550101', to: MARTA, body: 'Your invoice' })
  await threadOf(page, 'Marta Rivera').getByText('Your invoice').waitFor()
  expect(await picker.inputValue()).toBe('+12025550101')

  await page.getByLabel('Text from Marta Rivera').fill('About that invoice')
  await sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Good morning' })
  await picker.getByRole('option', { name: '● Front desk' }).waitFor({ state: 'attached' })
  expect(await picker.inputValue()).toBe('+12025550101')
  await picker.selectOption(FRONT_DESK)
  await threadOf(page, 'Marta Rivera').getByText('Good morning').waitFor()
})

test('a picture is chosen, sent, and shown', async () => {
  const sandbox = await startSandbox()
  const { page, complaints } = await openPage(sandbox)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a picture from Marta Rivera' }).click()
  await (await chooser).setFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL })
  const preview = phoneOf(page, 'Marta Rivera').getByAltText('Picture to send')
  await preview.waitFor()
  await page.keyboard.press('Enter')
  await threadOf(page, 'Marta Rivera').getByRole('img', { name: 'Picture' }).waitFor()
  await preview.waitFor({ state: 'hidden' })
  expect(await textsOn(sandbox, MARTA)).toMatchObject([{ text: '', media: [expect.any(String)] }])
  expect(complaints).toEqual([])
})

test('one click sends STOP', async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(sandbox)
  await phoneOf(page, 'Priya Shah').getByRole('button', { name: 'STOP' }).press('Enter')
  await threadOf(page, 'Priya Shah').getByText('You have successfully been unsubscribed.').waitFor()
  expect(await textsOn(sandbox, '+12025550165')).toMatchObject([{ text: 'STOP' }, { direction: 'received' }])
})

test('a phone is added with a name and a number, and is ready to write', async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(sandbox)
  await page.getByRole('button', { name: 'Add a phone' }).press('Enter')
  await page.getByLabel('Name').fill('Ann Lee')
  await page.getByLabel('Number', { exact: true }).fill('+1234')
  await page.keyboard.press('Enter')
  await page.getByText('+1234 is not a phone number: write it as +12025550142.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByLabel('Number', { exact: true }).fill('(202) 555-0120')
  await page.keyboard.press('Enter')
  // It appears with the sandbox's event, and gets the focus after the response.
  await phoneOf(page, 'Ann Lee').locator('textarea:focus, input:focus').waitFor()
  await page.keyboard.type('Hi!')
  await page.keyboard.press('Enter')
  await threadOf(page, 'Ann Lee').getByText('Hi!').waitFor()
})

test('texts are always shown as plain text', async () => {
  const sandbox = await startSandbox()
  const { page } = await openPage(sandbox)
  await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: '<img src=x onerror=alert(1)>' })
  await threadOf(page, 'Marta Rivera').getByText('<img src=x onerror=alert(1)>').waitFor()
  expect(await threadOf(page, 'Marta Rivera').getByRole('img').count()).toBe(0)
})

test.each(['light', 'dark'] as const)('the %s page is accessible, on a laptop and at 390 px', async (colorScheme) => {
  const sandbox = await startSandbox()
  const media = [{ contentType: 'image/png', base64: PIXEL.toString('base64') }]
  await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Look', media })
  await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'HELP' })
  const { page, complaints } = await openPage(sandbox)
  await page.emulateMedia({ colorScheme })
  await threadOf(page, 'Marta Rivera').getByText('Reply STOP to unsubscribe.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(complaints).toEqual([])
})
