import type { Harness, OwnHarness } from './harness.ts'
import { startHarness } from './harness.ts'

const worker = globalThis as typeof globalThis & { sharedApp?: Promise<OwnHarness> }
// The app's code has changed if this is evaluated again, as between mutants: nothing uses the former app.
void endSharedApp().catch(() => {})

/** For files that count or break the statements of all apps of their worker. The next file that shares starts another app. */
export async function endSharedApp(): Promise<void> {
  const former = worker.sharedApp
  delete worker.sharedApp
  await (await former)?.close()
}

/** The app that the test files of a worker share, for a file with organizations and a Twilio account of its own. */
export async function shareHarness(): Promise<Harness> {
  worker.sharedApp ??= startHarness({
    sandbox: { pace: { queued: 5, sending: 5, sent: 5 } },
  })
  const app = await worker.sharedApp
  const surroundings = await app.sandbox.addSurroundings()
  return {
    url: app.url,
    anonymous: app.anonymous,
    sandbox: surroundings,
    signIn: (login) => app.signIn(surroundings.loginOf(login)),
    close: async () => surroundings.faults.clear(),
  }
}
