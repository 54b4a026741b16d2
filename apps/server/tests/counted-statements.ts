import { Client } from 'pg'

type Query = (this: Client, ...parameters: unknown[]) => unknown

/**
 * Notes every statement that this process sends to PostgreSQL, `begin` and `commit` included: each is a round trip. Call it
 * before the database is opened: connections that exist are not counted.
 */
export function countStatements() {
  const prototype = Client.prototype as unknown as { query: Query }
  const { query } = prototype
  const statements: string[] = []
  let underWay = 0
  prototype.query = function noted(...parameters) {
    const [statement] = parameters
    statements.push(typeof statement === 'string' ? statement : (statement as { text: string }).text)
    const result = query.apply(this, parameters)
    if (result instanceof Promise) {
      underWay += 1
      const end = () => void (underWay -= 1)
      result.then(end, end)
    }
    return result
  }
  return {
    /** Returns the statements since the last call. */
    take: () => statements.splice(0),
    /** How many were sent since the last {@link take}, and how many of them have no answer yet. */
    count: () => statements.length,
    underWay: () => underWay,
    restore() {
      prototype.query = query
    },
  }
}
