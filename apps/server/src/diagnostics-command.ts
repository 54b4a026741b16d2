import { DIAGNOSTICS_STATES } from '@partyline/contract'
import type { DiagnosticsCheck, DiagnosticsState } from '@partyline/contract'
import { redirectUrisOf } from './auth/index.ts'
import { checkRegistration } from './diagnostics/index.ts'
import { createAppRegistration } from './microsoft/index.ts'
import { openExisting } from './existing-database.ts'
import { OperatorError, readConfig } from './platform/index.ts'
import type { Config, Outside } from './platform/index.ts'
import { servicesForCommand, tenantNamed } from './command-services.ts'
import type { Tenant } from './tenants/index.ts'

type Parts = {
  env: Record<string, string | undefined>
  /** An organization's domain or directory ID; absent: check all organizations. */
  words: readonly string[]
  print: (line: string) => void
  /** Gets the error text if the organizations cannot be checked. */
  complain: (line: string) => void
  outside: Outside
}

const ADVICE = {
  ifMissing: 'Set DATABASE_URL or DATA_DIR as the server has it.',
  ifInUse: 'The server runs and holds the embedded database. Open Diagnostics in the administration instead.',
}

/** 0: no check failed. 1: a check failed. 2: no check could run, or none of an organization. */
export type ExitCode = 0 | 1 | 2

/**
 * Diagnostics on the command line: what the server can check by itself, with the settings of the server. The registration
 * in Entra is checked first: it needs no database, and nobody has to have signed in.
 * @throws {OperatorError} if nothing can be checked
 */
export async function diagnosticsCommand({ env, words, print, complain, outside }: Parts): Promise<ExitCode> {
  const config = readConfig(env)
  const opened = await openExisting(config, ADVICE).catch(returnFault)
  const database = opened instanceof OperatorError ? null : opened
  try {
    const services = database && servicesForCommand(config, database, outside)
    const tenants = services ? await services.tenants.list() : []
    const chosen = words.length === 0 ? tenants : words.map((word) => tenantNamed(word, tenants))
    const states: DiagnosticsState[] = []
    const show = (title: string, checks: readonly Shown[]) => {
      for (const line of [title, ...checks.flatMap(linesOf)]) print(line)
      states.push(...checks.map(({ state }) => state))
    }
    show('Sign-in with Microsoft', await examineRegistration(config, tenants, outside))
    for (const { tenantId, name, domain } of chosen) {
      const report = await services?.diagnostics.run(tenantId)
      show(name === domain ? name : `${name} (${domain || tenantId})`, report?.checks ?? [])
    }
    if (services && chosen.length === 0) print('No organization has signed up yet.')
    if (opened instanceof OperatorError) complain(opened.message)
    if (states.includes('failed')) return 1
    return database && states.some((state) => state !== 'skipped') ? 0 : 2
  } finally {
    await database?.close()
  }
}

function returnFault(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error
  throw error
}

function examineRegistration(config: Config, tenants: readonly Tenant[], outside: Outside) {
  const { ENTRA_CLIENT_ID: clientId, ENTRA_CLIENT_SECRET: clientSecret, MARKETPLACE_TENANT_ID: publisher } = config
  return checkRegistration({
    registration: createAppRegistration({ outside, clientId, clientSecret }),
    clientId,
    redirectUris: redirectUrisOf(config.PUBLIC_URL),
    allowedTenants: config.ALLOWED_TENANTS,
    otherDirectories: [...tenants.map(({ tenantId }) => tenantId), ...(publisher ? [publisher] : [])],
  })
}

const STATE_WIDTH = Math.max(...Object.values(DIAGNOSTICS_STATES).map(({ length }) => length))

type Shown = Pick<DiagnosticsCheck, 'state' | 'title' | 'found'> & {
  number?: DiagnosticsCheck['number']
  advice?: string | null
  link?: DiagnosticsCheck['link']
}

function linesOf({ state, title, number, found, advice, link }: Shown): string[] {
  const of = number ? `${number.name}, ${title}` : title
  const indent = ' '.repeat(STATE_WIDTH + 4)
  return [
    `  ${DIAGNOSTICS_STATES[state].padEnd(STATE_WIDTH)}  ${of}: ${found}`,
    ...(advice ? [`${indent}${advice}`] : []),
    ...(link ? [`${indent}${link.url}`] : []),
  ]
}
