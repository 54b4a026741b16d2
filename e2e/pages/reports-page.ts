import type { Page } from '@playwright/test'

/** The page with reports. */
export function reportsPage(page: Page) {
  const main = page.getByRole('main', { name: 'Reports' })
  const card = (name: string) => main.getByRole('region', { name, exact: true })
  return {
    main,
    card,
    title: main.getByRole('heading', { level: 1 }),
    facts: main.locator('header p'),
    period: main.getByRole('combobox', { name: 'Period' }),
    from: main.getByLabel('From'),
    to: main.getByLabel('To'),
    show: main.getByRole('button', { name: 'Show', exact: true }),
    settings: main.getByRole('button', { name: 'Report settings' }),
    /** By the beginning of its title. */
    tile: (name: string) =>
      main.locator('dl > div').filter({
        has: page.locator('dt', { hasText: new RegExp(`^${name.replaceAll(' ', String.raw`\s`)}`) }),
      }),
    table: (name: string) => main.getByRole('table', { name, exact: true }),
    csv: (table: string) => main.getByRole('button', { name: `Download CSV: ${table}` }),
    head: (table: string, name: string) =>
      main.getByRole('table', { name: table, exact: true }).getByRole('columnheader', { name, exact: true }),
  }
}
