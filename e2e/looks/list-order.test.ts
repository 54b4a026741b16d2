import { addChat } from './arrange.ts'
import { addUnread, receive } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Order of the list: rows stay under a pointer', ({ stage }) => underPointer(stage))

const LATER = { name: 'Lea Moss', number: '+12025553230' }
const WAITING = [
  { name: 'Max Moss', number: '+12025553231' },
  { name: 'Nia Moss', number: '+12025553232' },
  { name: 'Ole Moss', number: '+12025553233' },
]
const NAMES = WAITING.map(({ name }) => name).toReversed()
const [FIRST = '', SECOND = '', THIRD = ''] = NAMES

/** Rows do not move for this long after the pointer has. The test moves it again meanwhile. */
async function underPointer(stage: Stage) {
  const { page, clinic, come } = stage
  const later = addChat(clinic, { name: LATER.name, contacts: [LATER] })
  for (const contact of WAITING) {
    addUnread(clinic, addChat(clinic, { name: contact.name, contacts: [contact] }), ['May I come today?'])
  }
  const app = await come()
  const shown = async (count: number) =>
    (
      await app.chats.evaluateAll((rows) =>
        rows.map((row) => row.querySelector('[title]')?.getAttribute('title') ?? ''),
      )
    )
      .map((name) => name.replaceAll(/[\u2066-\u2069]/g, ''))
      .slice(0, count)
  await expect.poll(() => shown(3)).toEqual(NAMES)
  await app.chat(FIRST).click()
  await expect(app.title).toHaveText(FIRST)
  await expect(async () => {
    await page.mouse.move(150, 400 + Math.random() * 50)
    await expect(app.chat(FIRST)).not.toContainText('unread', { timeout: 200 })
  }).toPass()
  await page.mouse.move(150, 450)
  expect(await shown(3)).toEqual(NAMES)

  await page.mouse.move(900, 300)
  await expect.poll(() => shown(2)).toEqual([SECOND, THIRD])
  await expect(app.title).toHaveText(FIRST)

  // A pointer that rests on the list does not keep new texts away.
  await app.chat(SECOND).hover()
  await receive(stage, later, 'Hello again')
  await expect.poll(() => shown(3)).toEqual([LATER.name, SECOND, THIRD])
}
