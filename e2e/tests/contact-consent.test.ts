import { arrangeChat } from '../pages/arrange.ts'
import { textFrom, textsOn } from '../pages/sandbox-phones.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('a text that asks for no more opts its phone out with one click, which a START takes back, and the card shows why', async ({
  openBrowser,
}) => {
  const contact = { name: 'Ulla Berge', number: '+12025550971' }
  await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  await app.open(contact.name)
  await app.write('Your appointment is on Monday.')
  await expect.poll(() => textsOn(contact.number)).toEqual(['Your appointment is on Monday.'])

  await textFrom(contact.number, 'Please stop texting me')
  const asking = app.message('Please stop texting me')
  await asking.getByRole('button', { name: `Opt out: ${contact.name}` }).click()
  await expect(page.getByText('You opted Ulla Berge out of texts from this number')).toBeAttached()
  await expect(asking).not.toContainText('may not want texts')

  await page.getByRole('heading', { level: 2 }).getByRole('button').click()
  const consent = app.members.getByRole('region', { name: 'Consent' })
  await expect(consent.getByRole('listitem').first()).toContainText(/^Front desk.*Opted out/)
  await consent.getByRole('button', { name: 'Consent history' }).click()
  const history = consent.getByRole('list', { name: 'Consent history' })
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await expect(history).toContainText('“Please stop texting me”')
  await expect(history).toContainText('Dana Cole')
  await expectAccessible({ page, frame: page })

  await textFrom(contact.number, 'START')
  await expect(page.getByText('Ulla Berge texted START and gets texts from this number again')).toBeAttached()
  await consent.getByRole('button', { name: 'Record consent…' }).click()
  const dialog = app.dialog('Record consent of Ulla Berge')
  await dialog.getByRole('checkbox', { name: 'Front desk' }).check()
  await dialog.getByRole('radio', { name: 'Spoken' }).check()
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expect(consent.getByRole('listitem').first()).toContainText(/^Front desk.*Agreed/)
  await app.write('See you on Monday.')
  await expect.poll(() => textsOn(contact.number)).toContain('See you on Monday.')
})
