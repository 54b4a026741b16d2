import { FAULT_NAMES } from '@partyline/sandbox'
import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, type TestBrowser } from '../tests/browser.ts'
import { FRONT_DESK, MARTA, sdkFor, startSandbox } from '../tests/driver.ts'
import { accessibilityViolations } from '../tests/accessibility.ts'
import { openPhones, phoneOf } from '../tests/phones-page.ts'

let browser: TestBrowser

beforeAll(async () => {
  browser = await openBrowser()
})
afterEach(async () => {
  for (const page of browser.context.pages().slice(1)) await page.close()
})
afterAll(() => browser.close())

const panelOf = (page: Page, name: string) => page.getByRole('dialog', { name: `What goes wrong for ${name}` })

test('a fault of one phone is set by keyboard, and the button shows that it is on', async () => {
  const sandbox = await startSandbox()
  const { page, complaints } = await openPhones(browser, sandbox)
  await page.getByRole('button', { name: 'Faults for Marta Rivera' }).press('Enter')
  await panelOf(page, 'Marta Rivera').locator('select[name="acceptAndHang"]:focus').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: '1 fault on for Marta Rivera' }).waitFor()
  expect(sandbox.faults.inForce()).toMatchObject({ all: {}, phones: { [MARTA]: { acceptAndHang: { times: 1 } } } })

  await page.keyboard.press('Escape')
  await panelOf(page, 'Marta Rivera').waitFor({ state: 'hidden' })
  await phoneOf(page, 'Marta Rivera').locator('.fault-button:focus').waitFor()
  expect(await page.getByRole('button', { name: 'Faults for Luis Rivera' }).count()).toBe(1)
  expect(complaints).toEqual([])
})

test('a fault is set with its settings, in addition to existing ones', async () => {
  const sandbox = await startSandbox()
  sandbox.faults.set({ phone: MARTA, faults: { webhooksTwice: {} } })
  const { page } = await openPhones(browser, sandbox)
  await page.getByRole('button', { name: '1 fault on for Marta Rivera' }).click()
  const panel = panelOf(page, 'Marta Rivera')
  await panel.getByLabel('It does not reach the phone', { exact: true }).selectOption('Every time')
  await panel.getByLabel('It does not reach the phone: why').selectOption('the number does not exist')
  await expect
    .poll(() => sandbox.faults.inForce().phones[MARTA])
    .toEqual({ webhooksTwice: {}, carrierError: { code: 30005 } })

  await panel.getByLabel('The text comes twice').selectOption('Off')
  await expect.poll(() => sandbox.faults.inForce().phones[MARTA]).toEqual({ carrierError: { code: 30005 } })
  await panel.getByRole('button', { name: 'All off' }).click()
  await expect.poll(() => sandbox.faults.inForce().phones).toEqual({})
})

test('every fault can be set for all phones', async () => {
  const sandbox = await startSandbox()
  const { page } = await openPhones(browser, sandbox)
  await page.getByRole('button', { name: 'Faults for all' }).click()
  const panel = panelOf(page, 'all phones')
  for (const name of FAULT_NAMES) await panel.locator(`select[name="${name}"]`).selectOption('Every time')
  await page.getByRole('button', { name: `${FAULT_NAMES.length} faults on for all` }).waitFor()
  expect(Object.keys(sandbox.faults.inForce().all).toSorted()).toEqual(FAULT_NAMES.toSorted())
  expect(await panel.locator('select[name]').count()).toBe(FAULT_NAMES.length)
})

test('an open panel is updated: a fault that has struck is off, and one set by a script is shown', async () => {
  const sandbox = await startSandbox()
  const { page } = await openPhones(browser, sandbox)
  sandbox.faults.set({
    phone: MARTA,
    faults: { tooManyRequests: { times: 2 }, delayedCallbacks: { milliseconds: 7000 } },
  })
  await page.getByRole('button', { name: '2 faults on for Marta Rivera' }).click()
  const panel = panelOf(page, 'Marta Rivera')
  const tooBusy = panel.getByLabel('Twilio is too busy to take it').locator('option:checked')
  expect(await tooBusy.innerText()).toBe('Next 2 times')
  expect(await panel.getByLabel('We are told late: how late').locator('option:checked').innerText()).toBe(
    'by 7 seconds',
  )

  const send = () => sdkFor(sandbox).messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello' })
  await expect(send()).rejects.toMatchObject({ status: 429 })
  await expect.poll(() => tooBusy.innerText()).toBe('Next time')
  await expect(send()).rejects.toMatchObject({ status: 429 })
  await expect.poll(() => tooBusy.innerText()).toBe('Off')
})

test('throughput is for the account’s numbers and can be set only for all phones', async () => {
  const { page } = await openPhones(browser, await startSandbox())
  await page.getByRole('button', { name: 'Faults for Tom Becker' }).click()
  await panelOf(page, 'Tom Becker').getByLabel('Twilio takes it, but never answers').waitFor()
  expect(await panelOf(page, 'Tom Becker').getByLabel('Our numbers send slowly').count()).toBe(0)
})

test.each(['light', 'dark'] as const)(
  'the %s faults are accessible, on a laptop and at 390 px',
  async (colorScheme) => {
    const sandbox = await startSandbox()
    sandbox.faults.set({ faults: { acceptAndHang: {}, carrierError: { code: 30003 } } })
    sandbox.faults.set({ phone: MARTA, faults: { delayedCallbacks: {} } })
    const { page, complaints } = await openPhones(browser, sandbox)
    await page.emulateMedia({ colorScheme })
    for (const size of [
      { width: 1366, height: 768 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      expect(await accessibilityViolations(page)).toEqual([])
      for (const name of ['2 faults on for all', '1 fault on for Marta Rivera']) {
        await page.getByRole('button', { name }).press('Enter')
        await page.getByRole('dialog').waitFor()
        expect(await accessibilityViolations(page)).toEqual([])
        await page.keyboard.press('Escape')
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width)
    }
    expect(complaints).toEqual([])
  },
)
