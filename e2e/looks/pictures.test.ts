import { handFiles } from '../pages/attach.ts'
import { expectDrawn } from '../pages/chats-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { addChat, addPicture, addressOf, addTexts } from './arrange.ts'
import { sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Pictures: dropped into the chat', ({ stage }) => dropped(stage))
test('Pictures: pasted and removed', ({ stage }) => pasted(stage))
test('Pictures: cells of a spreadsheet are pasted as text', ({ stage }) => cells(stage))
test('Pictures: three in a message, browsed by keyboard', ({ stage }) => browsed(stage))
test('Pictures: those of all loaded messages, enlarged', ({ stage }) => album(stage))

/** Opens a chat of Dana with messages that have these pictures. */
async function comeToPictures(
  { clinic, come }: Stage,
  pictures: Record<string, Parameters<typeof addPicture>[1][]> = {},
) {
  const chat = addChat(clinic, { name: 'Meadows' })
  for (const message of addTexts(clinic, chat, Object.keys(pictures)))
    for (const parts of pictures[message.text] ?? []) addPicture(message, parts)
  return come(addressOf(chat.id))
}

const attachedIn = ({ page }: Stage) => page.getByRole('list', { name: 'Attached' }).getByRole('listitem')

async function dropped(stage: Stage) {
  const app = await comeToPictures(stage)
  await handFiles(stage.page, 'drop', ['one.png', 'two.png', 'three.png'])
  await expect(attachedIn(stage)).toHaveCount(3)
  await app.text.press('Enter')
  await expect(attachedIn(stage)).toHaveCount(0)
  await expect.poll(() => sent(stage.page, 'messages.send')).toHaveLength(1)
  const [request] = await sent(stage.page, 'messages.send')
  const files = ['one.png', 'two.png', 'three.png'].map((fileName) => expect.objectContaining({ fileName }))
  expect(request?.form).toMatchObject({ Media: files })
}

async function pasted(stage: Stage) {
  await comeToPictures(stage)
  await handFiles(stage.page, 'paste', ['pasted.png'])
  await expect(attachedIn(stage)).toHaveCount(1)
  await stage.look()
  await attachedIn(stage).getByRole('button', { name: 'Remove pasted.png' }).click()
  await expect(attachedIn(stage)).toHaveCount(0)
}

async function cells(stage: Stage) {
  const { page } = stage
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const app = await comeToPictures(stage)
  await page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(80, 20)
    canvas.getContext('2d').fillRect(0, 0, 40, 20)
    const picture = await canvas.convertToBlob()
    const cells = { 'text/plain': 'Rent\\t1,200', 'text/html': '<table><tr><td>Rent</td><td>1,200</td></tr></table>' }
    const texts = Object.entries(cells).map(([type, words]) => [type, new Blob([words], { type })])
    await navigator.clipboard.write([new ClipboardItem({ ...Object.fromEntries(texts), 'image/png': picture })])
  })()`)
  await app.text.focus()
  await page.keyboard.press('Control+v')
  await expect(app.text).toHaveValue('Rent\t1,200')
  await expect(attachedIn(stage)).toBeHidden()
}

async function browsed(stage: Stage) {
  const { page, look } = stage
  const app = await comeToPictures(stage, {
    'Three of them': [{ fileName: 'one.png' }, { fileName: 'two.png' }, { fileName: 'three.png' }],
  })
  const pictures = app.message('Three of them').getByRole('button', { name: /^Open picture/ })
  await expect(pictures).toHaveCount(3)
  const tops = await pictures.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)

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
  await look()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(pictures.first()).toBeFocused()
}

const LARGE = { width: 2400, height: 1800 }

async function album(stage: Stage) {
  const { page } = stage
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${LARGE.width}" height="${LARGE.height}" />`
  await page.route(/\/large\.png/, (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
  const app = await comeToPictures(stage, {
    Earlier: [{ fileName: 'large.png', ...LARGE }],
    Later: [{ fileName: 'one.png' }, { fileName: 'two.png' }],
  })
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
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(LARGE.width)
  // The arrow keys scroll it.
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('heading', { name: 'large.png' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Fit to window' }).click()
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(fitted)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}
