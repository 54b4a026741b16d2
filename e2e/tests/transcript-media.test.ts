import { faultsOf } from '../pages/accessibility.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { handFiles } from '../pages/attach.ts'
import { expectDrawn, statusOf } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { fileFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('dropped pictures and a recording are sent; they can be viewed, played, and downloaded', async ({
  openBrowser,
  complaints,
}) => {
  const contact = { name: 'Alba Album', number: '+12025553731' }
  await arrangeChat({ name: contact.name, contact })
  // A screen with a pixel ratio of two gets pictures of twice the width.
  const page = await openBrowser({ reducedMotion: 'reduce', deviceScaleFactor: 2 })
  const app = await signIn(page, 'Dana Cole')
  await app.open(contact.name)
  const attached = page.getByRole('list', { name: 'Attached' }).getByRole('listitem')
  await handFiles(page, 'drop', ['large.png'])
  await expect(attached).toHaveCount(1)
  await app.write('Look')
  await handFiles(page, 'drop', ['voice.wav', 'one.png'])
  await expect(attached).toHaveCount(2)
  await app.write('Listen')
  for (const text of ['Look', 'Listen']) await expect(statusOf(app.message(text), 'Delivered')).toBeVisible()

  const recording = app.message('Listen')
  await expect(recording.getByRole('link', { name: /^voice\.wav \(\d+\.?\d* kB\)$/i })).toBeVisible()
  await expect(recording.getByLabel('Play voice.wav')).toBeVisible()
  const seconds = page.evaluate(
    `(async (audio) => (await audio.play(), audio.duration))(document.querySelector('audio'))`,
  )
  expect(await seconds).toBeCloseTo(1, 1)

  const opener = app.message('Look').getByRole('button', { name: 'Open picture large.png' })
  await expectDrawn(opener.locator('img'))
  await expect
    .poll(() => opener.locator('img').evaluate((drawn: { currentSrc: string }) => drawn.currentSrc))
    .toMatch(/\?w=640$/)
  await opener.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 of 2')).toBeVisible()
  await expectDrawn(dialog.locator('img'))
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download large.png' }).click()
  expect((await download).suggestedFilename()).toBe('large.png')
  const tab = page.waitForEvent('popup')
  await dialog.locator('img').click()
  expect(new URL((await tab).url()).pathname).toMatch(/\/media\/.*\/large\.png$/)
  // Chromium's own picture page has styles that our content security policy for files blocks.
  forgive(complaints, /Applying inline style/)
})

test('an inbound file that browsers cannot show is labeled, and can be downloaded', async ({ openBrowser }) => {
  const from = '+12025553730'
  await arrangeChat({ name: 'Kinds', contact: { name: 'Kinds', number: from } })
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)])
  const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Tom Miller\r\nTEL:+12025550142\r\nEND:VCARD\r\n'
  await fileFrom(from, 'A photo', { contentType: 'image/heic', bytes: heic })
  await fileFrom(from, 'A card', { contentType: 'text/vcard', bytes: Buffer.from(card) })
  await fileFrom(from, 'A note', { contentType: 'audio/amr', bytes: Buffer.from('#!AMR\n0123456789') })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Kinds')
  await expect(app.message('A photo').getByRole('link')).toContainText('HEIC picture. Download it to view.')
  await expect(app.message('A photo').locator('img')).toHaveCount(0)
  await expect(app.message('A card').getByRole('link', { name: /^Tom Miller\s*Contact card/ })).toBeVisible()
  await expect(app.message('A note')).toContainText("This browser can't play it. Download it to listen.")
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    app
      .message('A card')
      .getByRole('link', { name: /Tom Miller/ })
      .click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.vcf$/)
  expect(await faultsOf(page)).toEqual([])
})
