import { Client } from 'pg'

type Query = (this: Client, ...parameters: unknown[]) => unknown

/** Statements that a connection sent without waiting for an answer, one or several. */
type RoundTrip = { statements: string[]; unanswered: number }

/**
 * Notes every round trip of this process to PostgreSQL. Call it before the database is opened: connections that exist are not
 * counted.
 */
export function countRoundTrips() {
  const prototype = Client.prototype as unknown as { query: Query }
  const { query } = prototype
  const latest = new WeakMap<Client, RoundTrip>()
  const roundTrips: RoundTrip[] = []
  let underWay = 0
  prototype.query = function noted(...parameters) {
    const [statement] = parameters
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
    let roundTrip = latest.get(this)
    if (roundTrip && roundTrip.unanswered > 0) roundTrip.statements.push(text)
    else {
      roundTrip = { statements: [text], unanswered: 0 }
      roundTrips.push(roundTrip)
      latest.set(this, roundTrip)
    }
    const result = query.apply(this, parameters)
    if (result instanceof Promise) {
      roundTrip.unanswered += 1
      underWay += 1
      const end = () => {
        roundTrip.unanswered -= 1
        underWay -= 1
      }
      result.then(end, end)
    }
    return result
  }
  return {
    /** Returns the statements of each round trip since the last call. */
    take: () => roundTrips.splice(0).map(({ statements }) => statements.join('; ')),
    /** How many there were since the last {@link take}, and how many statements have no answer yet. */
    count: () => roundTrips.length,
    underWay: () => underWay,
    restore() {
      prototype.query = query
    },
  }
}
