// The process of the app, started by world.ts.
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '@partyline/server'
import { answerCalls, cpuUsed } from '../harness/child-process.ts'

const handlers = {
  async start({ env, sandboxUrl }: { env: Record<string, string>; sandboxUrl: string }) {
    const app = await createApp({ config: readConfig(env), outside: outsideThrough(sandboxUrl) })
    await app.start()
  },
  cpuUsed,
}
export type AppFunctions = typeof handlers

answerCalls(handlers)
