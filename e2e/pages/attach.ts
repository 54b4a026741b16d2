import path from 'node:path'
import type { FileChooser, FrameLocator, Page } from '@playwright/test'
import { reachFrames } from './round-trip.ts'

/** A picture on the user's computer. */
export const MEADOW = path.resolve(import.meta.dirname, '../../tools/demo/meadow.png')

type Files = Parameters<FileChooser['setFiles']>[0]

/** Opens the browser's file dialog and chooses files. */
export async function chooseFiles(page: Page, open: () => Promise<void>, files: Files): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  // Playwright intercepts the dialog from the first listener on, but does not wait for the browser to confirm.
  await reachFrames(page)
  await open()
  await (await chooser).setFiles(files)
}

/** Chooses a file in the composer and waits for its preview. The app may be in a frame of the page. */
export async function attach(page: Page, app: Page | FrameLocator, file = MEADOW): Promise<void> {
  await chooseFiles(page, () => app.getByRole('button', { name: 'Attach pictures' }).click(), file)
  await app.getByRole('list', { name: 'Attached' }).getByRole('img').waitFor()
}

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

/** Drops files into the composer, or pastes them. Their names say what they are. */
export async function handFiles(page: Page, way: 'drop' | 'paste', names: readonly string[]): Promise<void> {
  await page.getByRole('textbox', { name: 'Write to' }).waitFor()
  const event =
    way === 'drop'
      ? "new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })"
      : "new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true })"
  await page.evaluate(
    `(${FILES})(${JSON.stringify(names)}).then((files) => document.querySelector('textarea').dispatchEvent(${event}))`,
  )
}
