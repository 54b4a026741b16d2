import type { Page } from '@playwright/test'
import { discard } from '../pages/discard.ts'
import { newChat } from '../pages/new-chat.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test.use({ device: 'phone' })

test('On a phone, one pane is shown at a time: list, chat, and two ways back', ({ stage }) => onePane(stage))
test('On a phone, members and a new chat fit', ({ stage }) => fits(stage))

const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth')

async function onePane({ page, come }: Stage) {
  const app = await come()
  await expect(app.list).toBeVisible()
  await expect(app.text).toBeHidden()
  await expect.poll(() => widthOf(page)).toBe(390)

  const back = [() => app.back.click(), () => page.goBack()]
  for (const leave of back) {
    await app.open('Priya Shah')
    await expect(app.list).toBeHidden()
    await expect(app.text).toBeVisible()
    await expect.poll(() => widthOf(page)).toBe(390)
    await leave()
    await expect(app.list).toBeVisible()
    await expect(app.text).toBeHidden()
  }
}

async function fits({ page, come }: Stage) {
  const app = await come()
  const modal = newChat(page)
  await modal.open()
  await modal.chooseNumber('Billing')
  await expect.poll(() => widthOf(page)).toBe(390)
  await expect(modal.save).toBeInViewport({ ratio: 1 })
  await discard(page, modal.dialog)
  await app.back.click()

  await app.open('Rivera family')
  await app.membersButton.click()
  await expect(app.members.getByRole('listitem')).toHaveCount(4)
  await expect.poll(() => widthOf(page)).toBe(390)
  await app.members.getByRole('button', { name: 'Close Details' }).click()
  await expect(app.text).toBeVisible()
}
