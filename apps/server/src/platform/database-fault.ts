import { Client } from 'pg'
import { OPERATIONS_PAGE, OperatorError, RESTORE } from './operator-error.ts'
import { isStorageFull } from './storage-watch.ts'

/** Why the database cannot be used, in a sentence for the operator. */
export class DatabaseFault extends OperatorError {
  /** Whether it may resolve by itself, so that waiting helps. */
  readonly isPassing: boolean

  constructor(message: string, { cause, isPassing = false }: { cause?: unknown; isPassing?: boolean } = {}) {
    super(message, { cause })
    this.isPassing = isPassing
  }
}

type SystemError = Error & { code?: string; syscall?: string }

/** Node's error codes while a server is down or its name cannot be resolved yet. */
const UNREACHABLE: ReadonlySet<string | undefined> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

const OF_CONNECTIONS: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'read', 'write'])

/** Messages of `pg`'s errors, which have no code. */
const UNANSWERED = 'Query read timeout'
const NO_ANSWER = new RegExp(
  `^(Connection terminated|timeout e|${UNANSWERED}|Client has encountered a connection error)`,
)

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const STARTING_OR_STOPPING = /^57P0[123]$/
const BUSY = /^(08|40|53)/
const LOCK_NOT_AVAILABLE = '55P03'
const READ_ONLY = '25006'
const AWAY = /^(08...|53...|57P0[123]|57014|25006)$/
const NO_DATABASE = '3D000'
const NOT_LET_IN = /^28/
const NO_RIGHT = '42501'
const DAMAGED = /^(XX00[12]|58|42P01|42703|3F000)/

/**
 * Whether the database cannot be reached, starts, stops, takes no more connections, is too slow or is read-only: the same
 * statement may succeed later.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', message, syscall = '' } = firstOf(cause)
    if (UNREACHABLE.has(code) && OF_CONNECTIONS.has(syscall)) return true
    if (NO_ANSWER.test(message) || AWAY.test(code)) return true
  }
  return false
}

/** Whether PostgreSQL did not answer a statement in time. Its connection is closed then, which rolls back. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === UNANSWERED
}

/**
 * The sentence for an error of the database, from its connection or from a statement; null for one that no operator can
 * fix. `databaseUrl` is missing for the embedded database.
 */
export function databaseFault(error: unknown, databaseUrl: string | undefined): DatabaseFault | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseFault) return cause
    const first = firstOf(cause)
    const fault = databaseUrl ? faultOfServer(first, databaseUrl) : faultOfEmbedded(first)
    if (fault) return fault
  }
  return null
}

/** The sentence for any error of a failed connection attempt. */
export function connectionFault(error: unknown, databaseUrl: string): DatabaseFault {
  const reason = error instanceof Error ? error.message : String(error)
  const { place } = partsOf(databaseUrl)
  return (
    databaseFault(error, databaseUrl) ??
    new DatabaseFault(`No connection to ${place} can be made: ${reason}. Correct DATABASE_URL.`, { cause: error })
  )
}

/** A name with several addresses fails with an error for each. */
function firstOf(error: Error): SystemError {
  return error instanceof AggregateError ? (error.errors[0] as SystemError) : error
}

function faultOfEmbedded(cause: SystemError): DatabaseFault | null {
  if (isStorageFull(cause)) {
    return new DatabaseFault('The disk of the embedded database is full.', { cause, isPassing: true })
  }
  if (!DAMAGED.test(cause.code ?? '')) return null
  return new DatabaseFault(`The embedded database is damaged: ${cause.message}. ${RESTORE}`, { cause })
}

function faultOfServer(cause: SystemError, databaseUrl: string): DatabaseFault | null {
  const { code = '', message, syscall } = cause
  const { place, database, user } = partsOf(databaseUrl)
  const passing = (sentence: string) => new DatabaseFault(sentence, { cause, isPassing: true })
  const lasting = (sentence: string) => new DatabaseFault(sentence, { cause })

  if ((UNREACHABLE.has(code) && syscall !== 'open') || NO_ANSWER.test(message)) {
    return passing(`${place} cannot be reached (${code || message}).`)
  }
  if (STARTING_OR_STOPPING.test(code)) return passing(`${place} is not ready (${message}).`)
  if (BUSY.test(code)) return passing(`${place} is busy or full (${message}).`)
  if (code === READ_ONLY) return passing(`The database “${database}” of ${place} is read-only.`)
  if (code === LOCK_NOT_AVAILABLE) return passing('Another process is preparing the database.')
  if (code === NO_DATABASE) {
    return lasting(
      `There is no database “${database}” on ${place}. Create it as ${OPERATIONS_PAGE} says, or correct DATABASE_URL.`,
    )
  }
  if (NOT_LET_IN.test(code)) {
    return lasting(`${place} does not let the user “${user}” in: ${message}. Correct DATABASE_URL, or allow this user.`)
  }
  if (message.startsWith('SASL:')) {
    return lasting(`${place} wants a password of the user “${user}”, and DATABASE_URL has none.`)
  }
  if (code === NO_RIGHT) {
    return lasting(
      `The user “${user}” may not use the database “${database}” of ${place}: ${message}. Make this user the owner of the database.`,
    )
  }
  if (DAMAGED.test(code)) {
    return lasting(`The database “${database}” of ${place} is damaged: ${message}. ${RESTORE}`)
  }
  return null
}

/** The address of a database, without its password. */
function partsOf(databaseUrl: string) {
  const { host, port, database = '', user = '' } = new Client({ connectionString: databaseUrl })
  return { place: `PostgreSQL at ${host.startsWith('/') ? host : `${host}:${port}`}`, database, user }
}
