import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string | null>()

/** The id of the request on whose behalf this runs, which may have been answered long ago. Null: of none. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null
}

/** Works on behalf of a request: its id is on log lines, and on items queued while it runs. */
export function onBehalfOf<Result>(requestId: string | null, work: () => Result): Result {
  return current.run(requestId, work)
}
