import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** For `where('chatId', '=', anyOf(ids))`: a list as one parameter, so that the statement is the same for any length. */
export const anyOf = <Value extends string>(values: readonly Value[]): RawBuilder<Value> => sql<Value>`any(${values})`
