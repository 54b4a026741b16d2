import { sql } from 'kysely'
import type { Queries } from '../src/platform/index.ts'

/** The parts of a schema that statements depend on. */
export type Schema = {
  /** `table.column` to its type, whether a row may be written without it, and whether it is only ever computed. */
  columns: Map<string, { type: string; mayBeLeftOut: boolean; isComputed: boolean }>
  /** Names with the types of what they take and answer. */
  functions: Set<string>
  /** Constraints by name: checks, keys, and unique indexes of a table. */
  rules: Map<string, { table: string; rule: string; columns: string[] }>
}

/** The tables and functions of ours as they are now. */
export async function readSchema(queries: Queries): Promise<Schema> {
  const columns = await sql<{ name: string; type: string; isOptional: boolean; isComputed: boolean }>`
    select table_name || '.' || column_name name, udt_name || coalesce(character_maximum_length::text, '') type,
      is_nullable = 'YES' or column_default is not null or is_identity = 'YES' "isOptional",
      is_generated = 'ALWAYS' "isComputed"
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'`.execute(queries)
  const functions = await sql<{ name: string }>`
    select proname || '(' || pg_get_function_identity_arguments(p.oid) || ') ' || pg_get_function_result(p.oid) name
    from pg_proc p where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(queries)
  const rules = await sql<{ name: string; table: string; rule: string; columns: string[] }>`
    select conname name, conrelid::regclass::text "table", pg_get_constraintdef(oid) rule, array(
      select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) columns
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('c', 'p', 'u', 'f', 'x')
    union all
    select indexrelid::regclass::text, indrelid::regclass::text, pg_get_indexdef(indexrelid), array(
      select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey))
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and relnamespace = 'public'::regnamespace`.execute(queries)
  return {
    columns: new Map(
      columns.rows.map(({ name, type, isOptional, isComputed }) => [
        name,
        { type, mayBeLeftOut: isOptional || isComputed, isComputed },
      ]),
    ),
    functions: new Set(functions.rows.map(({ name }) => name)),
    rules: new Map(rules.rows.map(({ name, ...rule }) => [name, rule])),
  }
}

/** A rule that is checked with the commit refuses nothing that it accepted before. */
const ruleOf = (rule: string | undefined) => rule?.replace(/ DEFERRABLE$/, '')

/** The reasons why a version written for the first schema would fail on the second, one per line. */
export function lostFor(before: Schema, after: Schema): string[] {
  const tables = new Set([...before.columns.keys()].map((name) => name.split('.')[0]))
  const lost: string[] = []
  for (const [name, { type, mayBeLeftOut }] of before.columns) {
    const now = after.columns.get(name)
    if (!now) lost.push(`${name} is gone`)
    else if (now.type !== type) lost.push(`${name} was ${type} and is ${now.type}`)
    else if (mayBeLeftOut && !now.mayBeLeftOut) lost.push(`${name} has to be given`)
  }
  for (const [name, { mayBeLeftOut }] of after.columns) {
    const isNew = !before.columns.has(name) && tables.has(name.split('.')[0])
    if (isNew && !mayBeLeftOut) lost.push(`${name} is new and has to be given`)
  }
  for (const name of before.functions) if (!after.functions.has(name)) lost.push(`${name} is gone`)
  for (const [name, { table, rule, columns }] of after.rules) {
    // A rule on new columns alone holds for the values they are filled with. A foreign key holds while one of its
    // columns is null, as new columns are.
    const isOld = (column: string) => before.columns.has(`${table}.${column}`)
    const isOfOld = rule.startsWith('FOREIGN KEY') ? columns.every(isOld) : columns.some(isOld)
    if (isOfOld && ruleOf(before.rules.get(name)?.rule) !== ruleOf(rule)) lost.push(`${table} has a new rule: ${rule}`)
  }
  return lost.toSorted()
}
