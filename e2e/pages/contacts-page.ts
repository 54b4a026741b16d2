import type { Page } from '@playwright/test'

/** The page with all contacts. */
export function contactsPage(page: Page) {
  const main = page.getByRole('main', { name: 'Contacts' })
  const grid = main.getByRole('grid', { name: 'Contacts' })
  const pane = main.getByRole('region', { name: /^(Contact card|New contact)$/ })
  const bar = main.getByRole('toolbar', { name: 'Selected contacts' })
  const row = (name: string) => grid.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  return {
    main,
    grid,
    pane,
    bar,
    row,
    name: (name: string) => row(name).getByRole('link'),
    box: (name: string) => row(name).getByRole('checkbox'),
    /** The names of the drawn rows, in order, also behind open filters. */
    names: page.locator('main [data-contact]'),
    /** The card, also behind a dialog. */
    card: page.locator('main article'),
    count: page.locator('main h1 + output'),
    search: main.getByRole('searchbox', { name: 'Search contacts' }),
    filter: main.getByRole('button', { name: /^Filter(,|$)/ }),
    filters: page.getByRole('dialog', { name: 'Filters' }),
    chips: main.getByRole('group', { name: 'Active filters' }),
    sort: main.getByRole('button', { name: 'Sort' }),
    views: main.getByRole('button', { name: /^View(s$|:)/ }),
    add: main.getByRole('button', { name: 'New contact' }),
    closePane: pane.getByRole('button', { name: 'Close contact card' }),
    head: (name: string) => grid.getByRole('columnheader', { name }),
  }
}
