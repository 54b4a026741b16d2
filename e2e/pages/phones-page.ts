import type { Page } from '@playwright/test'
import { sandboxUrl } from './addresses.ts'
import { chooseFiles } from './attach.ts'

/** Opens the sandbox's page of phones. */
export async function openPhones(page: Page) {
  await page.goto(sandboxUrl())
  await page.getByRole('article', { name: 'Marta Rivera’s phone' }).waitFor()
  return {
    /** A phone by its owner's name, or by number if unnamed. */
    phone(owner: string) {
      const handset = page.getByRole('article', { name: `${owner}’s phone` })
      const entry = handset.getByRole('textbox', { name: `Text from ${owner}` })
      return {
        thread: handset.getByRole('log'),
        pictures: handset.getByRole('log').getByRole('img', { name: 'Picture' }),
        /** Opens the thread with one of our lines. */
        async turnTo(number: string) {
          await handset.getByRole('combobox', { name: `Number that ${owner} texts with` }).selectOption(number)
        },
        async text(words: string) {
          await entry.fill(words)
          await entry.press('Enter')
        },
        async sendPicture(file: string) {
          await chooseFiles(
            page,
            () => handset.getByRole('button', { name: `Add a picture from ${owner}` }).click(),
            file,
          )
          await handset.getByAltText('Picture to send').waitFor()
          await handset.getByRole('button', { name: `Send from ${owner}` }).click()
        },
      }
    },
  }
}
