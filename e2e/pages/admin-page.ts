import type { Page } from '@playwright/test'
import { appUrl } from './addresses.ts'
import { takeSession } from './sign-in.ts'

export type AdminAddress =
  | '/admin'
  | '/admin/people'
  | '/admin/contacts'
  | '/admin/twilio'
  | '/admin/webhooks'
  | '/admin/diagnostics'
  | '/admin/keys'
  | '/admin/legal-holds'
  | '/admin/log'
  | '/admin/setup'

/** Signs Dana in and opens the administration at one of its addresses. */
export async function openAdmin(page: Page, address: AdminAddress) {
  await takeSession(page, 'Dana Cole')
  await page.goto(appUrl() + address)
  await page.getByRole('heading', { name: 'Administration' }).waitFor()
  const section = (title: string) => page.getByRole('region', { name: title, exact: true })
  return {
    section,
    dialog: (title: string) => page.getByRole('dialog', { name: title }),
    /** A row of one of the tables. */
    row: (table: string, name: string) => page.getByRole('table', { name: table }).getByRole('row', { name }),
    /** A line. */
    number: (name: string) =>
      page.getByRole('list', { name: 'Twilio numbers' }).getByRole('listitem').filter({ hasText: name }),
    choose: async (combobox: string, option: string) => {
      await page.getByRole('combobox', { name: combobox }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    },
  }
}
