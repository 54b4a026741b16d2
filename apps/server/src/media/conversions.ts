import { AppError } from '../platform/index.ts'

/** Runs costly work on pictures a few at a time. */
export type Conversions = {
  /** @throws {AppError} `unavailable` when too many are waiting */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createConversions({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Conversions {
  let running = 0
  const waiting: (() => void)[] = []

  async function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) throw new AppError('unavailable')
    // The one that ends hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function done() {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run(work) {
      await turn()
      try {
        return await work()
      } finally {
        done()
      }
    },
  }
}
