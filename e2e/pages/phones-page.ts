import type { Page } from '@playwright/test'
import { sandboxUrl } from './addresses.ts'

/** Opens the sandbox's page of phones. */
export async function openPhones(page: Page) {
  await page.goto(sandboxUrl())
  await page.getByRole('article', { name: 'Marta Rivera’s phone' }).waitFor()
  return {
    /** The phone of somebody; a phone that nobody named is called by its number. */
    phone(owner: string) {
      const handset = page.getByRole('article', { name: `${owner}’s phone` })
      const entry = handset.getByRole('textbox', { name: `Text from ${owner}` })
      return {
        thread: handset.getByRole('log'),
        pictures: handset.getByRole('log').getByRole('img', { name: 'Picture' }),
        /** Turns to one of our numbers. */
        async turnTo(number: string) {
          await handset.getByRole('combobox', { name: `Number that ${owner} texts with` }).selectOption(number)
        },
        async text(words: string) {
          await entry.fill(words)
          await entry.press('Enter')
        },
        async sendPicture(file: string) {
          const chooser = page.waitForEvent('filechooser')
          await handset.getByRole('button', { name: `Add a picture from ${owner}` }).click()
          await (await chooser).setFiles(file)
          await handset.getByAltText('Picture to send').waitFor()
          await handset.getByRole('button', { name: `Send from ${owner}` }).click()
        },
      }
    },
  }
}
