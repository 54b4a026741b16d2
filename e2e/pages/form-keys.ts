import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { moveTo } from './keyboard.ts'

export type FormKeys = ReturnType<typeof formKeys>

/** A form filled in by keyboard. */
export function formKeys(page: Page) {
  const press = async (target: Locator, key = 'Enter') => {
    await moveTo(page, target)
    await page.keyboard.press(key)
  }
  return {
    press,

    /** Replaces the field's value. */
    async write(field: Locator, text: string) {
      await moveTo(page, field)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(text)
    },

    /** Chooses an option of a list by its first letters. */
    async choose(list: Locator, option: string) {
      await press(list)
      await expect(list).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.type(option)
      await page.keyboard.press('Enter')
      await expect(list).toHaveText(option)
    },
  }
}

/** Expects an error next to the field, which has the focus and keeps its value. */
export async function expectWrong(field: Locator, sentence: string, written: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence.replaceAll('.', String.raw`\.`)))
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(written)
}

/** Expects each error only next to its field. The panel announces it. */
export async function expectSeenOnce(dialog: Locator, errors: readonly string[]): Promise<void> {
  for (const text of errors) {
    await expect(dialog.getByRole('alert')).toContainText(text)
    const widths = () =>
      dialog.getByText(text).evaluateAll((found) => found.map((element) => element.getBoundingClientRect().width))
    await expect.poll(async () => (await widths()).filter((width) => width > 1)).toHaveLength(1)
  }
}
