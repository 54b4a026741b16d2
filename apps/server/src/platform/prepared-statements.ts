import { sql } from 'kysely'
import type { PoolClient } from 'pg'

const MARK = '/* prepared */'

/**
 * Begins or ends (`modifyEnd`) a statement that is planned once a connection and not each time: planning takes longer than
 * running for those of every message. Its text is the same each time, it names its columns, and one plan suits all values.
 */
export const PREPARED = sql.raw(MARK)

/** Statements in the code, at most: one whose text varies would otherwise fill the memory of PostgreSQL. */
const MOST = 100

/**
 * For the connections of one pool: lets their statements with {@link PREPARED} have a name, by which PostgreSQL keeps
 * their plans.
 */
export function createPreparing() {
  const names = new Map<string, string>()

  function nameOf(text: string): string | null {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= MOST) return null
    const name = `partyline-${names.size + 1}`
    names.set(text, name)
    return name
  }

  return (client: PoolClient): void => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
    client.query = ((text: unknown, ...others: unknown[]) => {
      const isMarked = typeof text === 'string' && (text.startsWith(MARK) || text.endsWith(MARK))
      const name = isMarked && nameOf(text)
      return query(name ? { name, text } : text, ...others)
    }) as typeof client.query
  }
}
