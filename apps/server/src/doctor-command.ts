import path from 'node:path'
import { DOCTOR_STATES } from '@partyline/contract'
import type { DoctorCheck, DoctorReport } from '@partyline/contract'
import { createSessions } from './auth/index.ts'
import { createDoctor, createSelfTest } from './doctor/index.ts'
import { openMediaStore } from './media/index.ts'
import { createAppAccess } from './microsoft/index.ts'
import { migrations } from './migrations/index.ts'
import { createNumbers } from './numbers/index.ts'
import {
  createKeyring,
  createLog,
  createTopic,
  databaseFault,
  FolderInUse,
  hasEmbeddedDatabase,
  isMigrated,
  openDatabase,
  OperatorError,
  readConfig,
  realOutside,
  systemClock,
} from './platform/index.ts'
import type { Config, Database, Outside } from './platform/index.ts'
import { createTenants } from './tenants/index.ts'
import type { Tenant } from './tenants/index.ts'
import { createTwilio } from './twilio/index.ts'
import { createUsers } from './users/index.ts'

type Parts = {
  env: Record<string, string | undefined>
  /** An organization's domain or directory id; without any all are examined. */
  words: readonly string[]
  print: (line: string) => void
  outside?: Outside
}

/** Something that whoever calls the command can mend. */
export class CommandError extends OperatorError {}

/**
 * The Doctor on the command line: what the server can check by itself, with the settings of the server. Answers whether
 * nothing has failed.
 * @throws {OperatorError}
 */
export async function doctorCommand({ env, words, print, outside = realOutside }: Parts): Promise<boolean> {
  const config = readConfig(env)
  const database = await openExisting(config)
  try {
    const { doctor, tenants } = compose(config, database, outside)
    const chosen = choose(await tenants.list(), words)
    if (chosen.length === 0) print('No organization has signed up yet: there is nothing to check.')
    const reports: DoctorReport[] = []
    for (const { tenantId, name, domain } of chosen) {
      const report = await doctor.run(tenantId)
      reports.push(report)
      print(name === domain ? name : `${name} (${domain || tenantId})`)
      for (const check of report.checks) for (const line of linesOf(check)) print(line)
    }
    return reports.every(({ checks }) => checks.every(({ state }) => state !== 'failed'))
  } finally {
    await database.close()
  }
}

/** Changes nothing: neither a database that is not there, nor one of another version. */
async function openExisting(config: Config): Promise<Database> {
  const folder = path.resolve(config.DATA_DIR, 'database')
  if (!config.DATABASE_URL && !(await hasEmbeddedDatabase(folder))) {
    throw new CommandError(`There is no database in ${folder}. Set DATABASE_URL or DATA_DIR as the server has it.`)
  }
  const database = await openDatabase(config, () => {}).catch((cause: unknown) => {
    if (!(cause instanceof FolderInUse)) throw cause
    const message = 'The server runs and holds the embedded database. Open the Doctor in the administration instead.'
    throw new CommandError(message, { cause })
  })
  try {
    if (await isMigrated(database.queries, migrations)) return database
    throw new CommandError('The server of this version has not migrated the database yet. Start it first.')
  } catch (error) {
    await database.close()
    throw databaseFault(error, config.DATABASE_URL) ?? error
  }
}

/** As the server does, without what listens, sends or works in the background. */
function compose(config: Config, database: Database, outside: Outside) {
  const clock = systemClock
  const log = createLog('silent')
  const publicUrl = config.PUBLIC_URL
  const ignored = () => {}
  const topic = <Event>() => createTopic<Event>(ignored)
  const sessions = createSessions({ database, clock, ended: topic() })
  const users = createUsers({ database, clock, sessions })
  const tenants = createTenants({ database, clock, keyring: createKeyring(config.ENCRYPTION_KEYS), suspended: topic() })
  const { ENTRA_CLIENT_ID: clientId, ENTRA_CLIENT_SECRET: clientSecret } = config
  const selfTest = createSelfTest({ outside, clock, publicUrl, secret: config.AUTH_SECRET })
  const doctor = createDoctor({
    database,
    clock,
    log,
    publicUrl,
    tenants,
    numbers: createNumbers({ database, tenants, users, clock, announcements: topic() }),
    users,
    twilio: createTwilio({ outside, clock, log }),
    appAccess: createAppAccess({ outside, clientId, clientSecret, clock }),
    checkMedia: () => openMediaStore({ config, outside, clock }).check(),
    // With the embedded database the server does not run beside this.
    testAddress: config.DATABASE_URL ? selfTest.ask : null,
  })
  return { doctor, tenants }
}

function choose(tenants: readonly Tenant[], words: readonly string[]): readonly Tenant[] {
  if (words.length === 0) return tenants
  return words.map((word) => {
    const wanted = word.toLowerCase()
    const found = tenants.find(({ tenantId, domain }) => [tenantId, domain.toLowerCase()].includes(wanted))
    if (found) return found
    const known = tenants.map(({ tenantId, domain }) => domain || tenantId).join(', ')
    throw new CommandError(`There is no organization ${word}. Name one by domain or directory id: ${known}`)
  })
}

const STATE_WIDTH = Math.max(...Object.values(DOCTOR_STATES).map(({ length }) => length))

function linesOf({ state, title, number, found, advice }: DoctorCheck): string[] {
  const of = number ? `${number.name}, ${title}` : title
  const indent = ' '.repeat(STATE_WIDTH + 4)
  return [`  ${DOCTOR_STATES[state].padEnd(STATE_WIDTH)}  ${of}: ${found}`, ...(advice ? [`${indent}${advice}`] : [])]
}
