type Item = IteratorResult<unknown> | undefined

/** Reads a stream until the signal fires, even while its next item is still awaited; then closes the stream. */
export async function* untilAborted(
  signal: AbortSignal,
  stream: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<unknown, void, void> {
  const iterator = Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]()
  let wake: (item: Item) => void = () => undefined
  const stop = (): void => wake(undefined)
  // One promise an item: racing against one long promise would keep every item's reaction alive until the end.
  const next = (): Promise<Item> =>
    new Promise((resolve, reject) => {
      wake = resolve
      Promise.resolve(iterator.next()).then(resolve, reject)
    })
  let done = false
  signal.addEventListener('abort', stop, { once: true })
  try {
    while (!signal.aborted) {
      const item = await next()
      if (!item) return
      if (item.done) {
        done = true
        return
      }
      yield item.value
    }
  } catch (error) {
    done = true
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    // Not awaited: a generator that hangs in its own await would hang here too.
    if (!done) void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
