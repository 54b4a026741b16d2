import type { FrameLocator, Page } from '@playwright/test'

/** The filters of the search, and their popovers. */
export function searchFilters(page: Page | FrameLocator) {
  const row = page.getByRole('group', { name: 'Search filters' })
  return {
    row,
    person: row.getByRole('button', { name: /^(Person|With .*|From .*)$/ }),
    line: row.getByRole('button', { name: 'Line', exact: true }),
    date: row.getByRole('button', { name: 'Date', exact: true }),
    hasPicture: row.getByRole('button', { name: 'Has picture' }),
    inNotes: row.getByRole('button', { name: 'Notes', exact: true }),
    /** The chip of a filter that is set. */
    chip: (value: string) => row.getByRole('button', { name: value, exact: true }),
    remove: (value: string) => row.getByRole('button', { name: `Remove filter: ${value}` }),
    /** In the popover of people. */
    findPerson: page.getByRole('searchbox', { name: 'Name or number' }),
    option: (name: string) => page.getByRole('button', { name }),
  }
}
