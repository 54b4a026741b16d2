import type { Reporter, TestModule } from 'vitest/node'

const LONG_MS = 300_000

/** Names the files that have been running for long, so that the output of a run that hangs says where. */
export default class LongTests implements Reporter {
  private readonly startedAt = new Map<TestModule, number>()

  onTestRunStart(): void {
    setInterval(() => this.report(), LONG_MS).unref()
  }

  onTestModuleQueued(file: TestModule): void {
    this.startedAt.set(file, performance.now())
  }

  onTestModuleEnd(file: TestModule): void {
    this.startedAt.delete(file)
  }

  private report(): void {
    for (const [{ relativeModuleId }, at] of this.startedAt) {
      const ms = performance.now() - at
      if (ms >= LONG_MS) console.log(`${relativeModuleId}: has been running for ${Math.round(ms / 60_000)} minutes`)
    }
  }
}
