/** A promise that a test, or what it tests, resolves by hand. */
export type Deferred<Value = unknown> = {
  readonly promise: Promise<Value>
  readonly resolve: (value: Value) => void
}

export function createDeferred<Value = unknown>(): Deferred<Value> {
  const { promise, resolve } = Promise.withResolvers<Value>()
  return { promise, resolve }
}
