import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { moveTo } from './keyboard.ts'

export type FormKeys = ReturnType<typeof formKeys>

/** A form as somebody without a mouse fills it in. */
export function formKeys(page: Page) {
  const press = async (target: Locator, key = 'Enter') => {
    await moveTo(page, target)
    await page.keyboard.press(key)
  }
  return {
    press,

    /** Puts this in the place of what stands in the field. */
    async write(field: Locator, text: string) {
      await moveTo(page, field)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(text)
    },

    /** Chooses of a list that opens, by the first letters. */
    async choose(list: Locator, option: string) {
      await press(list)
      await expect(list).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.type(option)
      await page.keyboard.press('Enter')
      await expect(list).toHaveText(option)
    },
  }
}

/** The field says beside it what is wrong, has the focus, and keeps what was written. */
export async function expectWrong(field: Locator, sentence: string, written: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence.replaceAll('.', String.raw`\.`)))
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(written)
}
