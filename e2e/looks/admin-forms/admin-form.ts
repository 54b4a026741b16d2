import type { CallName } from '@partyline/contract'
import type { Clinic } from '@partyline/web/looks'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { AdminAddress } from '../../pages/admin-page.ts'
import type { FormKeys } from '../../pages/form-keys.ts'
import { REASON, refuse } from '../calls.ts'

/** A user with an open form. */
export type Sitting = { page: Page; form: Locator; keys: FormKeys }

/** A form of the administration, and how to fill it in by keyboard. */
export type AdminForm = {
  title: string
  /** Its file in apps/web/src/admin. */
  source: string
  address: AdminAddress
  /** The buttons that open it, if it is not on the page itself. */
  way: (page: Page) => Locator[]
  /** Prepares the clinic. */
  before?: (clinic: Clinic) => void
  /** Submits invalid input: the form shows why, next to an invalid field, and keeps the input. */
  refused: (sitting: Sitting) => Promise<void>
  /** Then submits valid input. */
  taken: (sitting: Sitting) => Promise<void>
}

/** The server refuses the submission: the form shows why, and the focus stays. */
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
