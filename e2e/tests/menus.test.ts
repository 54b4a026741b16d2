import type { FrameLocator, Page } from '@playwright/test'
import { faultsOf } from '../pages/accessibility.ts'
import { arrangeChat, arrangeTexts } from '../pages/arrange.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { SURFACES } from '../pages/day.ts'
import { openDesk } from '../pages/desk.ts'
import { expectHit } from '../pages/hit-test.ts'
import { newChat } from '../pages/new-chat.ts'
import { longPress } from '../pages/touch.ts'
import { expect, test } from '../test.ts'

const DANA = { name: 'Dana Cole', login: 'dana@lakeside.example' }
const LABEL = 'Below the menus'

/** A list and a transcript that extend below every menu. */
async function arrangeLongList(digit: number) {
  const first = await arrangeChat({ name: `${LABEL} 0`, contact: { name: 'Mena Low', number: `+1202555900${digit}` } })
  for (let at = 1; at <= 12; at += 1) {
    const contact = { name: `Mena Low ${at}`, number: `+12025559${digit}${String(at).padStart(2, '0')}` }
    await arrangeChat({ name: `${LABEL} ${at}`, contact })
  }
  const texts = Array.from({ length: 8 }, (_, at) => `Line ${at + 1}`)
  await arrangeTexts(first.id, texts)
}

async function close(page: Page) {
  await page.keyboard.press('Escape')
}

async function expectMenuHit(page: Page, frame: Page | FrameLocator, atLeast: number) {
  await expectHit(frame.getByRole('menu').getByRole('menuitem'), atLeast)
  const choices = frame.getByRole('menu').locator('[role=menuitemradio], [role=menuitemcheckbox]')
  if ((await choices.count()) > 0) await expectHit(choices, 1)
  expect(await faultsOf(page)).toEqual([])
  await close(page)
  await expect(frame.getByRole('menu')).toBeHidden()
}

async function openMessageMenu(app: ChatsPage, text: string, touched: Page | null) {
  const message = app.message(text)
  if (touched) return longPress(touched, message.getByText(text))
  await message.scrollIntoViewIfNeeded()
  await message.hover()
  await message.getByRole('button', { name: /^More about/ }).click()
}

for (const [where, surface] of Object.entries(SURFACES)) {
  test(`${where} a click on any item of any menu hits that item`, async ({ openBrowser }) => {
    await arrangeLongList(surface.digit)
    const page = await openBrowser(surface.options)
    const { app, frame, toList } = await openDesk(page, surface, DANA)
    await expect(app.chat(`${LABEL} 12`)).toBeVisible()

    if (surface.inTeams) await app.list.getByRole('button', { name: 'More', exact: true }).click()
    else await app.account.click()
    await expectMenuHit(page, frame, 4)

    await app.open(`${LABEL} 0`)
    for (const text of ['Line 1', 'Line 8']) {
      await openMessageMenu(app, text, surface.options?.hasTouch ? page : null)
      await expectMenuHit(page, frame, 2)
    }
    await frame.getByRole('button', { name: 'Emoji' }).click()
    await expectHit(frame.getByRole('row').first().getByRole('gridcell'), 8)
    await close(page)

    await toList()
    const form = newChat(frame)
    await form.open()
    for (const field of [form.number, form.members]) {
      await field.click()
      await expectHit(frame.getByRole('option'), 2)
      await close(page)
      await expect(frame.getByRole('option')).toHaveCount(0)
    }
  })
}
