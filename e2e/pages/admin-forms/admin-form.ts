import type { CallName } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { expect } from '@playwright/test'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import type { AdminAddress } from '../admin-page.ts'
import type { FormKeys } from '../form-keys.ts'
import { REASON, refuse } from '../network.ts'

export type Frame = Page | FrameLocator

/** Somebody before an open form. */
export type Sitting = { page: Page; form: Locator; keys: FormKeys }

/** A form of the administration, and how it is filled in by keyboard alone. */
export type AdminForm = {
  title: string
  /** Its file, below apps/web/src/admin. */
  source: string
  address: AdminAddress
  /** What is pressed to open it; nothing where it stands on the page. */
  way: (frame: Frame) => Locator[]
  /** How things have to stand before. */
  before?: (dana: Client) => Promise<unknown>
  /** Puts things back for the next test. */
  after?: (dana: Client) => Promise<unknown>
  /** Sends what is refused: it says why, where a field is wrong beside it, and keeps what was written. */
  refused: (sitting: Sitting) => Promise<void>
  /** Sends what is taken, after that. */
  taken: (sitting: Sitting) => Promise<void>
}

/** The server refuses what this button sends: the form says why, and the focus stays. */
export async function expectRefusal({ page, form, keys }: Sitting, call: CallName, button: string): Promise<void> {
  const undo = await refuse(page, call)
  const sending = form.getByRole('button', { name: button, exact: true })
  await keys.press(sending)
  await expect(form.getByRole('alert')).toContainText(REASON)
  await expect(form.locator(':focus')).toHaveAttribute('type', 'submit')
  await undo()
}

/** Presses a button of the form. */
export const pressing =
  (name: string) =>
  ({ form, keys }: Sitting) =>
    keys.press(form.getByRole('button', { name, exact: true }))
