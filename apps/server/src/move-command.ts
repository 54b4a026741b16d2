import path from 'node:path'
import { schema } from '../database/index.ts'
import { openExisting } from './existing-database.ts'
import {
  contentOf,
  copyDatabase,
  databaseFault,
  environment,
  isCopy,
  migrate,
  openDatabase,
  OperatorError,
  readSettings,
} from './platform/index.ts'
import type { Database, DatabaseContent } from './platform/index.ts'

type Parts = {
  env: Record<string, string | undefined>
  /** The address of the PostgreSQL database, as the operator gave it. It may hold a password. */
  to: unknown
  print: (line: string) => void
}

const SETTINGS = environment.pick({ DATA_DIR: true, MEDIA_URL: true })
const CONNECTIONS = 2

/**
 * Copies an embedded installation into a PostgreSQL database. All or nothing: it can be repeated at any time.
 * @throws {OperatorError} if nothing was moved
 */
export async function moveCommand({ env, to, print }: Parts): Promise<void> {
  const url = readAddress(to)
  const { DATA_DIR, MEDIA_URL } = readSettings(SETTINGS, env)
  const folder = path.resolve(DATA_DIR)
  // Whole tables are compared in one statement.
  const place = { DATABASE_URL: url, DATABASE_POOL: CONNECTIONS, DATA_DIR, statementTimeoutMs: 0 }
  const target = await openDatabase(place, () => {})
  try {
    await target.alone(async () => {
      const content = await contentOf(target)
      await refuseUnsuitable(target, content)
      const source = await openSource(folder)
      try {
        const work = content === 'rows' ? compare : copy
        await work(source, target, print)
      } finally {
        await source.close()
      }
    })
  } catch (error) {
    throw inWordsOfMove(error, url)
  } finally {
    await target.close()
  }
  for (const line of nextSteps(folder, MEDIA_URL)) print(line)
}

async function openSource(folder: string): Promise<Database> {
  const source = await openExisting(
    { DATA_DIR: folder, DATABASE_POOL: 1 },
    {
      ifMissing: 'Set DATA_DIR as the server has it.',
      ifInUse: `The server runs and holds the embedded database in ${folder}. Stop it, and run the command again.`,
    },
  )
  try {
    if ((await contentOf(source)) !== 'rows') throw new OperatorError(NO_DATA)
    return source
  } catch (error) {
    await source.close()
    throw databaseFault(error, undefined) ?? error
  }
}

function readAddress(to: unknown): string {
  const { data } = environment.shape.DATABASE_URL.safeParse(to)
  if (data !== undefined) return data
  throw new OperatorError(
    'Say where to move: --to and the address of a PostgreSQL database, such as postgres://partyline@localhost/partyline',
  )
}

async function refuseUnsuitable({ pool }: Database, content: DatabaseContent) {
  if (content === 'foreign') {
    throw new OperatorError(`The database has tables that are not Partyline’s. ${NOT_CHANGED}`)
  }
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  // Others lack emoji.
  if (encoding === 'UTF8') return
  throw new OperatorError(
    `The database has the encoding ${encoding}. Create it with --encoding UTF8 --template template0.`,
  )
}

async function compare(source: Database, target: Database, print: Parts['print']) {
  print('The database already contains data. Comparing it with the embedded database…')
  if (!(await isCopy(source, target))) throw new OperatorError(`${OTHER_DATA} ${NOT_CHANGED}`)
  print('Everything has been moved already: all rows of all tables are the same. Nothing was changed.')
}

async function copy(source: Database, target: Database, print: Parts['print']) {
  await migrate(target.queries, schema)
  let total = 0
  await copyDatabase(source, target, (table, rows, isVerified) => {
    total += isVerified ? rows : 0
    if (rows > 0) print(`${table}: ${rows.toLocaleString('en')} rows ${isVerified ? 'copied and verified' : 'copied…'}`)
  })
  print(`Moved ${total.toLocaleString('en')} rows. Their number and hash are the same in every table.`)
  await target.pool.query('vacuum (analyze)')
}

const NO_DATA = 'The embedded database is empty: there is nothing to move. Start the server on the new one.'
const NOT_CHANGED = 'Nothing was changed. Name a new, empty database.'
const OTHER_DATA =
  'The database contains other data than the embedded one. If a server has used it since an earlier move, that move was complete.'

/** Connection errors name the server's setting. Here, the address is an argument. */
function inWordsOfMove(error: unknown, url: string): unknown {
  const fault = databaseFault(error, url) ?? error
  if (!(fault instanceof OperatorError)) return fault
  return new OperatorError(fault.message.replaceAll('DATABASE_URL', '--to'), { cause: fault })
}

function nextSteps(folder: string, bucket: string | undefined): string[] {
  const files = bucket ? `files stay in the bucket ${bucket}` : `files stay in ${path.join(folder, 'media')}`
  return [
    'Next:',
    '1. Set DATABASE_URL to the new address in the settings of the server.',
    `2. Keep the other settings, DATA_DIR too: ${files}.`,
    '3. Start the server, and run npm run doctor.',
    `4. When everything works, delete ${path.join(folder, 'database')} and database-reserve next to it. Never start a server on them again: it would send waiting texts a second time.`,
  ]
}
