import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { signIn as driverSignIn } from '@partyline/driver'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, DANA } from '../pages/arrange.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('a conversation is exported as a page that is read without Partyline', async ({ openBrowser, browser }) => {
  const contact = { name: 'Greta Sand', number: '+12025553291' }
  const { id } = await arrangeChat({ name: contact.name, contact })
  const dana = await driverSignIn(appUrl(), DANA)
  const form = new FormData()
  form.set('Message', 'Here is the meadow.')
  form.append('Media', new File([await readFile('tools/demo/meadow.png')], 'meadow.png', { type: 'image/png' }))
  await dana.get('messages.send', { params: { chatId: id }, form })

  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open(contact.name)
  await app.membersButton.click()
  await chatPane(page).choose('Export conversation…')
  const started = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Export conversation' }).getByRole('button', { name: 'Export' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^Greta Sand \d{4}-\d\d-\d\d\.html$/)
  const saved = test.info().outputPath('exported.html')
  await download.saveAs(saved)

  const content = await readFile(saved, 'utf8')
  const hash = createHash('sha256')
    .update(content.slice(0, content.trimEnd().lastIndexOf('\n') + 1))
    .digest('hex')
  const [entry] = await dana.get('settings.audit', { query: { kind: 'chatExported' } })
  expect(entry).toMatchObject({ subject: contact.name, changes: [{ field: 'sha256', to: hash }] })

  const reader = await browser.newPage({ offline: true })
  const complaints: string[] = []
  reader.on('console', (message) => complaints.push(message.text()))
  await reader.goto(pathToFileURL(saved).href)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(contact.name)
  await expect(reader.getByText('Here is the meadow.')).toBeVisible()
  await expect(reader.getByText(hash)).toBeVisible()
  const picture = reader.getByRole('img', { name: 'meadow.png' })
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)
  expect(await faultsOf(reader)).toEqual([])
  expect(complaints).toEqual([])
  await reader.close()
})
