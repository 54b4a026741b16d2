import type { Reporter, TestModule } from 'vitest/node'

const LONG_MS = 300_000

/** Names the files that have been running for long, so that the output of a run that hangs says where. */
export default class LongTests implements Reporter {
  private readonly startedAt = new Map<string, number>()

  onTestRunStart(): void {
    setInterval(() => this.report(), LONG_MS).unref()
  }

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.startedAt.set(relativeModuleId, performance.now())
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.startedAt.delete(relativeModuleId)
  }

  private report(): void {
    for (const [file, at] of this.startedAt) {
      const ms = performance.now() - at
      if (ms >= LONG_MS) console.log(`${file}: has been running for ${Math.round(ms / 60_000)} minutes`)
    }
  }
}
