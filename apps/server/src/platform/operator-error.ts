/** Something that the operator has to fix: its message says what happened and what to do, so that no stack is shown. */
export class OperatorError extends Error {}

/** For operators: the page that tells how the server is run. */
export const OPERATIONS_PAGE = 'docs/operations.md'

export const RESTORE = `Restore it from a backup: see “Backup and restore” in ${OPERATIONS_PAGE}.`
