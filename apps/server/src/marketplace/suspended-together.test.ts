import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../tests/until.ts'
import { openShop } from './tests/shop.ts'
import type { Shop } from './tests/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.harness.close())

test.runIf(process.env['DATABASE_URL'])(
  'an organization whose two subscriptions are suspended concurrently is suspended',
  async () => {
    const [one, other] = [await shop.buy('northgate.example'), await shop.buy('northgate.example')]
    await shop.harness.signIn('priya@northgate.example')
    const database = new Client({ connectionString: shop.harness.settings['DATABASE_URL'] })
    await database.connect()
    await database.query('begin')
    await database.query('select from tenants for update')
    const told = [one, other].map(({ subscription }) => shop.operate(subscription.id, 'Suspend'))
    await until(async () => {
      const { rowCount } = await database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === told.length
    })
    await database.query('commit')
    await database.end()
    await Promise.all(told)
    expect(await shop.isSuspended('priya@northgate.example')).toBe(true)
  },
)
