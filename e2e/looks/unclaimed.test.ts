import { addChat } from './arrange.ts'
import { sent } from './calls.ts'
import { addUnread } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Unclaimed: joined by keyboard', ({ stage }) => byKeyboard(stage))

async function byKeyboard({ page, clinic, come }: Stage) {
  for (const digit of [2, 3, 4, 5]) {
    const contact = { name: `Caller ${digit}`, number: `+1202555700${digit}` }
    const chat = addChat(clinic, { name: contact.name, contacts: [contact] })
    addUnread(clinic, chat, [`Text ${digit}`])
    chat.members.shift()
    chat.unclaimedCount = 1
  }
  const app = await come()
  const group = page.getByRole('region', { name: 'Unclaimed' })
  await expect(group.getByRole('link')).toHaveCount(3)
  await expect(group.getByRole('link').first()).toContainText('Text 5')
  await group.getByRole('button', { name: 'Show all 4' }).focus()
  await page.keyboard.press('Enter')
  await expect(group.getByRole('link')).toHaveCount(4)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(app.message('Text 4')).toBeVisible()
  await page.getByRole('button', { name: 'Join' }).press('Enter')
  await expect(group.getByRole('link')).toHaveCount(3)
  await expect(page.getByText('No one on your team is in this chat.')).toBeHidden()
  await expect.poll(() => sent(page, 'chats.join')).toHaveLength(1)
}
