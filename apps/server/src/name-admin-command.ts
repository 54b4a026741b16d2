import { addUserBody } from '@partyline/contract'
import { servicesForCommand, tenantNamed } from './command-services.ts'
import { openExisting } from './existing-database.ts'
import { AppError, OperatorError, readConfig } from './platform/index.ts'
import type { Outside } from './platform/index.ts'

type Parts = {
  env: Record<string, string | undefined>
  /** The organization's domain or directory id, and the person's object id. */
  words: readonly string[]
  /** Required for a person who is not a user yet. */
  name: unknown
  usage: string
  print: (line: string) => void
  outside: Outside
}

const ADVICE = {
  ifMissing: 'Set DATABASE_URL or DATA_DIR as the server has it.',
  ifInUse: 'The server runs and holds the embedded database. Stop it first.',
}

const personInput = addUserBody.pick({ userId: true, name: true }).partial({ name: true })

/**
 * Makes a person Admin of an organization that has none left, because its directory removed or disabled them.
 * @throws {OperatorError} if nothing was changed
 */
export async function nameAdminCommand({ env, words, name, usage, print, outside }: Parts): Promise<void> {
  const [organization, ...rest] = words
  const person = personInput.safeParse({ userId: rest[0], name }).data
  if (!organization || rest.length !== 1 || !person) throw new OperatorError(usage)
  const config = readConfig(env)
  const database = await openExisting(config, ADVICE)
  try {
    const { tenants, users, lookup } = servicesForCommand(config, database, outside)
    const tenant = tenantNamed(organization, await tenants.list())
    const { tenantId } = tenant
    await lookup.requirePerson(tenantId, person.userId)
    const named = await database.transaction(async (trx) => {
      // One command at a time.
      await tenants.lock(trx, tenantId)
      return users.nameAdmin(trx, { tenantId, ...person })
    })
    print(`${named} is Admin of ${tenant.name} now.`)
  } catch (error) {
    throw error instanceof AppError ? new OperatorError(sentenceOf(error), { cause: error }) : error
  } finally {
    await database.close()
  }
}

function sentenceOf({ message, fields }: AppError): string {
  return (
    Object.values(fields ?? {})
      .flat()
      .join(' ') || message
  )
}
