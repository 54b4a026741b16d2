import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Queries } from '../src/platform/index.ts'
import { describeTables } from './table-types.ts'
import { openTestDatabase } from './test-database.ts'

const HEADER = '-- The schema of a freshly migrated database, for reading. `npm run schema` writes it.\n'

/** Tables, views, indexes, triggers and signatures of functions, as SQL. Kysely owns the others. */
async function describeSchema(db: Queries): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    with tables as (
      select c.oid, c.relname, c.relkind from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and c.relname not like 'kysely%'
    ), columns as (
      select a.attrelid, string_agg('  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
          when a.attidentity <> '' then ' generated always as identity'
          else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end
        || case when a.attnotnull then ' not null' else '' end, E',\n' order by a.attnum) lines
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped group by a.attrelid
    ), constraints as (
      select conrelid, string_agg('  constraint ' || conname || ' ' || pg_get_constraintdef(oid), E',\n' order by contype::text collate "C", conname collate "C") lines
      from pg_constraint where contype in ('c', 'f', 'p', 'u', 'x') group by conrelid
    )
    select line from (select 'create table ' || relname || E' (\n' || columns.lines || coalesce(E',\n' || constraints.lines, '') || E'\n);' line,
      1 section, relname name
    from tables join columns on attrelid = oid left join constraints on conrelid = oid where relkind = 'r'
    union all
    select 'create view ' || relname || E' as\n' || pg_get_viewdef(oid, true), 2, relname from tables where relkind = 'v'
    union all
    select pg_get_indexdef(indexrelid) || ';', 3, indexrelid::regclass::text
    from pg_index join tables on oid = indrelid where not exists (
      select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    union all
    select pg_get_triggerdef(t.oid) || ';', 4, tgname from pg_trigger t join tables on tables.oid = tgrelid where not tgisinternal
    union all
    select '-- function ' || proname || '(' || pg_get_function_identity_arguments(p.oid) || ') returns '
      || pg_get_function_result(p.oid), 5, proname
    from pg_proc p where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    ) parts order by section, name collate "C", line collate "C"`.execute(db)
  return `${HEADER}\n${rows.map(({ line }) => line).join('\n\n')}\n`
}

test('schema.sql and tables.ts describe a freshly migrated database', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  await expect(await describeSchema(database.queries)).toMatchFileSnapshot('../database/schema.sql')
  await expect(await describeTables(database.queries)).toMatchFileSnapshot('../database/tables.ts')
})
