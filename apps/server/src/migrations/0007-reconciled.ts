import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Up to when a tenant's texts from phones were compared with Twilio's list.
  sql`create table reconciliations (
    tenant_id uuid primary key references tenants,
    complete_until timestamptz not null
  )`,
]

export const reconciled: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
