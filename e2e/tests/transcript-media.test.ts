import type { Page } from '@playwright/test'
import { faultsOf } from '../pages/accessibility.ts'
import { arrangeChat, arrangeNotes } from '../pages/arrange.ts'
import { expectDrawn, pictureOf, statusOf } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { moveTo } from '../pages/keyboard.ts'
import { fileFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** The data of dropped or pasted files: pictures, and a second of silence. */
const FILES = `async (names) => {
  const transfer = new DataTransfer()
  for (const name of names) {
    if (name.endsWith('.wav')) {
      const header = '52494646641f000057415645666d7420100000000100010040' + '1f0000401f00000100080064617461401f0000'
      const bytes = header.match(/../g).map((hex) => parseInt(hex, 16))
      transfer.items.add(new File([new Uint8Array([...bytes, ...Array(8000).fill(128)])], name, { type: 'audio/wav' }))
    } else {
      const canvas = name.startsWith('large') ? new OffscreenCanvas(2400, 1800) : new OffscreenCanvas(320, 240)
      canvas.getContext('2d').fillRect(0, 0, 160, 240)
      transfer.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }))
    }
  }
  return transfer
}`

async function hand(page: Page, way: 'drop' | 'paste', names: readonly string[]) {
  await page.getByRole('textbox', { name: 'Write to' }).waitFor()
  const event =
    way === 'drop'
      ? "new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })"
      : "new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true })"
  await page.evaluate(
    `(${FILES})(${JSON.stringify(names)}).then((files) => document.querySelector('textarea').dispatchEvent(${event}))`,
  )
}

test('pictures are dropped into the chat, and browsed by keyboard', async ({ openBrowser }) => {
  await arrangeNotes('Pictures')
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Pictures')
  await hand(page, 'drop', ['one.png', 'two.png', 'three.png'])
  const attached = page.getByRole('list', { name: 'Attached' }).getByRole('listitem')
  await expect(attached).toHaveCount(3)
  await app.write('Three of them')
  const message = app.message('Three of them')
  await expect(message.getByRole('button', { name: 'Delivery details' }).or(message.getByText('Sent'))).toBeVisible()
  const pictures = message.getByRole('button', { name: /^Open picture/ })
  await expect(pictures).toHaveCount(3)
  await expect(async () => {
    const tops = await pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
  }).toPass()

  await moveTo(page, pictures.first(), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 of 3')).toBeVisible()
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('2 of 3')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'two.png' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(dialog.getByText('3 of 3')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText('3 of 3')).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous picture' }).click()
  await expect(dialog.getByText('2 of 3')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(pictures.first()).toBeFocused()
})

test('the viewer shows the pictures of all loaded messages, and downloads and enlarges one', async ({
  openBrowser,
  complaints,
}) => {
  await arrangeNotes('Album')
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Album')
  const sent = async (text: string, names: readonly string[]) => {
    await hand(page, 'drop', names)
    await expect(page.getByRole('list', { name: 'Attached' }).getByRole('listitem')).toHaveCount(names.length)
    await app.write(text)
    await expect(statusOf(app.message(text), 'Delivered').or(app.message(text).getByText('Sent'))).toBeVisible()
  }
  await sent('Earlier', ['large.png'])
  await sent('Later', ['one.png', 'two.png'])
  await page.reload()

  const opener = app.message('Later').getByRole('button', { name: 'Open picture one.png' })
  await opener.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 of 3')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Actual size' })).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('heading', { name: 'large.png' })).toBeVisible()
  const picture = dialog.locator('img')
  await expectDrawn(picture)
  const { width: fitted = 0 } = (await picture.boundingBox()) ?? {}
  expect(fitted).toBeLessThan(1366)

  await dialog.getByRole('button', { name: 'Actual size' }).click()
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(2400)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('heading', { name: 'large.png' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Fit to window' }).click()
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(fitted)

  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download large.png' }).click()
  expect((await download).suggestedFilename()).toBe('large.png')
  const tab = page.waitForEvent('popup')
  await picture.click()
  expect(new URL((await tab).url()).pathname).toMatch(/\/media\/.*\/large\.png$/)

  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  // Chromium's own picture page has styles that our content security policy for files blocks.
  forgive(complaints, /Applying inline style/)
})

test('a screen with a pixel ratio of two gets pictures of twice the width', async ({ openBrowser }) => {
  const page = await openBrowser({ deviceScaleFactor: 2 })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Rivera family')
  const { image } = pictureOf(app.transcript)
  await expectDrawn(image.first())
  await expect
    .poll(() => image.first().evaluate((drawn: { currentSrc: string }) => drawn.currentSrc))
    .toMatch(/\?w=640$/)
})

test('a picture is pasted and removed', async ({ openBrowser }) => {
  await arrangeNotes('Pasted')
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Pasted')
  await hand(page, 'paste', ['pasted.png'])
  const attached = page.getByRole('list', { name: 'Attached' }).getByRole('listitem')
  await expect(attached).toHaveCount(1)
  await attached.getByRole('button', { name: 'Remove pasted.png' }).click()
  await expect(attached).toHaveCount(0)
})

test('cells of a spreadsheet are pasted as their text, without the picture of them', async ({ openBrowser }) => {
  await arrangeNotes('Cells')
  const page = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Cells')
  await page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(80, 20)
    canvas.getContext('2d').fillRect(0, 0, 40, 20)
    const picture = await canvas.convertToBlob()
    const cells = { 'text/plain': 'Rent\t1,200', 'text/html': '<table><tr><td>Rent</td><td>1,200</td></tr></table>' }
    const texts = Object.entries(cells).map(([type, words]) => [type, new Blob([words], { type })])
    await navigator.clipboard.write([new ClipboardItem({ ...Object.fromEntries(texts), 'image/png': picture })])
  })()`)
  await app.text.focus()
  await page.keyboard.press('Control+v')
  await expect(app.text).toHaveValue('Rent\t1,200')
  await expect(page.getByRole('list', { name: 'Attached' })).toBeHidden()
})

test('a recording is played in the chat, and can be downloaded', async ({ openBrowser }) => {
  await arrangeNotes('Recorded')
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Recorded')
  await hand(page, 'drop', ['voice.wav'])
  await app.write('Listen')
  const message = app.message('Listen')
  const link = message.getByRole('link', { name: /^voice\.wav \(\d+\.?\d* kB\)$/i })
  await expect(link).toBeVisible()
  await expect(message.getByLabel('Play voice.wav')).toBeVisible()
  const seconds = page.evaluate(
    `(async (audio) => (await audio.play(), audio.duration))(document.querySelector('audio'))`,
  )
  expect(await seconds).toBeCloseTo(1, 1)
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
