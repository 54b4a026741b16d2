import { AsyncLocalStorage } from 'node:async_hooks'
import { CommitInDoubt, NoConnection } from './transactions.ts'

type Options<Item, Result> = {
  /** Items in a batch. */
  most: number
  /** Processes a batch atomically: all of it, or none if it throws. A refused item is a rejected outcome and affects no other. */
  run: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>
  /** Items of one key never share a batch: the second one sees the outcome of the first. */
  keyOf?: (item: Item) => string | null
  /**
   * Whether a batch begins at the end of the event loop's turn, and holds all items of the turn. It saves statements, but under
   * load the turn is long.
   */
  startsAfterTurn?: boolean
  /** How many batches are in progress at the same time, if more than one. Items of one group are never in two of them. */
  sideBySide?: { atOnce: number; groupOf: (item: Item) => string }
}

const ONE_BY_ONE = { atOnce: 1, groupOf: () => '' }

type Waiting<Item, Result> = PromiseWithResolvers<Result> & { item: Item }

/**
 * Group commit: while one batch is in progress, new items form the next one. A batch that fails is retried item
 * by item, so that nobody fails because of another. Never wait for an item inside a transaction: a pool may have no
 * second connection.
 */
export function createBatches<Item, Result>({
  most,
  run,
  keyOf = () => null,
  startsAfterTurn = false,
  sideBySide: { atOnce, groupOf } = ONE_BY_ONE,
}: Options<Item, Result>) {
  // A batch belongs to no request, even if one starts it.
  const outsideOfRequests = AsyncLocalStorage.snapshot()
  let waiting: Waiting<Item, Result>[] = []
  let isStarting = false
  /** The groups of each batch in progress. */
  const inProgress = new Set<ReadonlySet<string>>()

  function takeBatch(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = []
    const later: Waiting<Item, Result>[] = []
    const keys = new Set<string>()
    const busyGroups = new Set([...inProgress].flatMap((groups) => [...groups]))
    for (const entry of waiting) {
      const key = keyOf(entry.item)
      const isFree = !busyGroups.has(groupOf(entry.item)) && (key === null || !keys.has(key))
      const isTaken = isFree && batch.length < most
      if (isTaken && key !== null) keys.add(key)
      ;(isTaken ? batch : later).push(entry)
    }
    waiting = later
    return batch
  }

  /** Answers with the error that all of the batch have failed with. */
  async function finish(batch: readonly Waiting<Item, Result>[]): Promise<unknown> {
    try {
      const outcomes = await run(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome?.status === 'fulfilled') resolve(outcome.value)
        else reject(outcome?.reason)
      }
      return null
    } catch (error) {
      // A batch that may have been committed is not retried, and neither is one without a connection.
      const isOver = batch.length === 1 || error instanceof CommitInDoubt || error instanceof NoConnection
      if (!isOver) return finishOneByOne(batch)
      for (const { reject } of batch) reject(error)
      return error
    }
  }

  async function finishOneByOne(batch: readonly Waiting<Item, Result>[]): Promise<null> {
    for (const [index, entry] of batch.entries()) {
      const error = await finish([entry])
      if (!(error instanceof NoConnection)) continue
      for (const { reject } of batch.slice(index)) reject(error)
      break
    }
    return null
  }

  async function work(): Promise<void> {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      const groups = new Set(batch.map(({ item }) => groupOf(item)))
      inProgress.add(groups)
      await finish(batch)
      inProgress.delete(groups)
    }
  }

  function start(): void {
    isStarting = false
    let before: number
    do {
      before = inProgress.size
      void work()
    } while (inProgress.size > before && inProgress.size < atOnce)
  }

  return function add(item: Item): Promise<Result> {
    const entry = { item, ...Promise.withResolvers<Result>() }
    waiting.push(entry)
    if (!isStarting && inProgress.size < atOnce) {
      isStarting = startsAfterTurn
      outsideOfRequests(() => void (startsAfterTurn ? setImmediate(start) : work()))
    }
    return entry.promise
  }
}
