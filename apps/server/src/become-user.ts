import { OperatorError } from './platform/index.ts'

/**
 * Gives up the rights of root for those of a user, so that PostgreSQL and the files see who the server is.
 * @throws {OperatorError} unless this process belongs to root, and user and group exist
 */
export function becomeUser(name: string): void {
  try {
    // In this order: without its rights root could not do the next.
    process.setgroups?.([name])
    process.setgid?.(name)
    process.setuid?.(name)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const reason = code === 'EPERM' ? 'only root can' : `there is no user and group ${name}`
    throw new OperatorError(`The command cannot run as the user ${name}: ${reason}.`, { cause })
  }
}
