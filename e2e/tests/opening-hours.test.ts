import type { LineHours, NumberId, Week } from '@partyline/contract'
import { WEEKDAYS } from '@partyline/contract'
import { signIn as client } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, DANA } from '../pages/arrange.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addPhone, textFrom, textsOn } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const AWAY = 'We are closed, and will answer tomorrow.'
const CONTACT = { name: 'Nora Closed', number: '+12025553661' }

/** Opens on no day but the one after tomorrow. */
function hoursOfLater(): LineHours {
  const day = WEEKDAYS[(new Date().getUTCDay() + 1) % 7]
  const week = Object.fromEntries(WEEKDAYS.map((each) => [each, each === day ? [{ from: '08:00', to: '17:00' }] : []]))
  return { timeZone: 'UTC', week: week as Week, holidays: [] }
}

async function setBilling(hours: LineHours | null, awayReply: string | null) {
  const dana = await client(appUrl(), DANA)
  const billing = (await dana.get('numbers.twilio')).find(({ name }) => name === 'Billing')
  const numberId = billing?.id ?? ('' as NumberId)
  await dana.get('settings.updateHours', { params: { numberId }, body: { hours, awayReply } })
  return { number: billing?.number ?? '' }
}

test.afterEach(() => setBilling(null, null))

test('a closed line sends its away reply, says when it opens, and stops no one from writing, by keyboard', async ({
  openBrowser,
}) => {
  const { number } = await setBilling(hoursOfLater(), AWAY)
  await addPhone(CONTACT)
  await arrangeChat({ name: CONTACT.name, contact: CONTACT, number: 'Billing' })
  await textFrom(CONTACT.number, 'Is anyone there?', number)
  await expect.poll(() => textsOn(CONTACT.number)).toEqual([AWAY])
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  // The list has what the contact wrote.
  await expect(app.chat(CONTACT.name)).toContainText('Is anyone there?')
  await moveTo(page, app.list.getByRole('link').first())
  await moveTo(page, app.chat(CONTACT.name), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('note')).toHaveText(/Closed, opens \w+day \d+:00\s[AP]M/)
  const reply = page.getByRole('article', { name: /^Automatic reply/ })
  await expect(reply).toContainText(AWAY)
  await expect(reply).toContainText('Delivered')
  await page.keyboard.type('We will call you back.')
  await page.keyboard.press('Enter')
  await expect(app.message('We will call you back.')).toContainText('Delivered')
  await setBilling({ ...hoursOfLater(), week: null }, AWAY)
  await expect(page.getByRole('note')).toHaveCount(0)
})
