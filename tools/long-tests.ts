import type { Reporter, TestModule } from 'vitest/node'

const LONG_MS = 300_000

/** Names the files that have been running for long, so that the output of a run that hangs says where. */
export default class LongTests implements Reporter {
  /** By the ID of the file in its project: some run in two. */
  private readonly running = new Map<string, { file: string; startedAt: number }>()

  onTestRunStart(): void {
    setInterval(() => this.report(), LONG_MS).unref()
  }

  onTestModuleQueued({ id, relativeModuleId: file }: TestModule): void {
    this.running.set(id, { file, startedAt: performance.now() })
  }

  onTestModuleEnd({ id }: TestModule): void {
    this.running.delete(id)
  }

  private report(): void {
    for (const { file, startedAt } of this.running.values()) {
      const ms = performance.now() - startedAt
      if (ms >= LONG_MS) console.log(`${file}: has been running for ${Math.round(ms / 60_000)} minutes`)
    }
  }
}
