/** How long Redis may take to answer a command, in ms. */
const TIME_LIMIT = 1_000

/**
 * The client's own `timeout` no longer applies once a command is written.
 * @throws Error when there is no answer in time, after `onLate` was called
 */
export async function withTimeLimit<Answer>(answer: Promise<Answer>, onLate?: () => void): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let settled = false
  const timer = setTimeout(() => {
    // After the event loop was blocked, an answer may have arrived that was not read yet: it is read before this.
    setImmediate(() => {
      if (settled) return
      reject(new Error('Redis did not answer in time.'))
      onLate?.()
    })
  }, TIME_LIMIT)
  try {
    return await Promise.race([answer, late])
  } finally {
    settled = true
    clearTimeout(timer)
  }
}
