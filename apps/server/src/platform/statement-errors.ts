import type { DatabaseError, PoolClient } from 'pg'

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNIQUE_VIOLATION = '23505'

/** Whether a unique index refused a row. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  const { code, constraint } = (error ?? {}) as Partial<DatabaseError>
  return code === UNIQUE_VIOLATION && (index === undefined || constraint === index)
}

/** Shows `onError` every error of the client's statements before their caller gets it. */
export function onStatementError(client: PoolClient, onError: (error: DatabaseError) => void): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown
  client.query = ((...parameters: unknown[]) => {
    const callback = parameters.at(-1)
    if (typeof callback === 'function') {
      parameters[parameters.length - 1] = (error: DatabaseError | null, ...rest: unknown[]) => {
        if (error) onError(error)
        callback(error, ...rest)
      }
    }
    const result = query(...parameters)
    if (!(result instanceof Promise)) return result
    return result.catch((error: DatabaseError) => {
      onError(error)
      throw error
    })
  }) as typeof client.query
}
