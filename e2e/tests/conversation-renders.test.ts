import { arrangeChat, lastTextIn, viewAll } from '../pages/arrange.ts'
import { statusOf } from '../pages/chats-page.ts'
import { countRenders } from '../pages/renders.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const RITA = { name: 'Rita Stone', number: '+12025553991' }
/** More than fit on the screen. */
const TEXTS = Array.from({ length: 20 }, (_, index) => `Question ${index + 1}`)

/** Components rendered for a text that arrives in the open chat. Its events render once if they arrive together. */
const MAX_INBOUND = 230
/** From Enter until the text is delivered, including each second of the time to undo it. Statuses that arrive apart render each. */
const MAX_SENT = 800

test('a message renders itself, and no other message again', async ({ openBrowser }) => {
  const { id } = await arrangeChat({ name: RITA.name, contact: RITA })
  for (const text of TEXTS) {
    await textFrom(RITA.number, text)
    await expect.poll(() => lastTextIn(id)).toBe(text)
  }
  // Reading changes a message. These have been read before the page counts.
  await viewAll()
  const page = await openBrowser()
  const renders = await countRenders(page)
  const app = await signIn(page, 'Dana Cole')
  await app.open(RITA.name)
  await expect(app.newest).toContainText(TEXTS.at(-1) ?? '')
  /** Waits until nothing is rendered anymore. Returns how many components were, since the last call. */
  const settled = async () => {
    let components = 0
    await expect
      .poll(async () => {
        const taken = await renders.take()
        components += taken.components
        return taken.commits
      })
      .toBe(0)
    return components
  }

  await settled()
  await textFrom(RITA.number, 'Are you there?')
  await expect(app.message('Are you there?')).toBeVisible()
  const inbound = await settled()
  expect(inbound).toBeGreaterThan(0)
  expect(inbound).toBeLessThanOrEqual(MAX_INBOUND)

  await app.text.fill('Yes, I am')
  await settled()
  await app.text.press('Enter')
  await expect(statusOf(app.message('Yes, I am'), 'Delivered')).toBeVisible()
  const sent = await settled()
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThanOrEqual(MAX_SENT)
})
