import { createLog, createStorageWatch, OperatorError, systemClock } from './platform/index.ts'
import type { Config, Database, Outside } from './platform/index.ts'
import { createServices } from './services.ts'
import type { Services } from './services.ts'
import type { Tenant } from './tenants/index.ts'

/** The server’s own services, none of them started. */
export function servicesForCommand(config: Config, database: Database, outside: Outside): Services {
  const [clock, log] = [systemClock, createLog('silent')]
  const storage = createStorageWatch({ clock, log })
  return createServices({ config, outside, clock, log, database, storage, onTwilioRequest: undefined, isServer: false })
}

/**
 * The organization with this domain or directory id.
 * @throws {OperatorError}
 */
export function tenantNamed(word: string, tenants: readonly Tenant[]): Tenant {
  const wanted = word.toLowerCase()
  const found = tenants.find(({ tenantId, domain }) => [tenantId, domain.toLowerCase()].includes(wanted))
  if (found) return found
  const known = tenants.map(({ tenantId, domain }) => domain || tenantId).join(', ')
  throw new OperatorError(`There is no organization ${word}. Name one by domain or directory id: ${known}`)
}
