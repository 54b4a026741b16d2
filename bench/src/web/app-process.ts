// The process of the app, started by world.ts.
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '@partyline/server'
import { answerCalls, cpuUsed } from '../harness/child-process.ts'
import { redirectTexts } from '../harness/twilio-endpoint.ts'

type Start = { env: Record<string, string>; sandboxUrl: string; twilioUrl?: string | undefined }

const handlers = {
  async start({ env, sandboxUrl, twilioUrl }: Start) {
    const sandbox = outsideThrough(sandboxUrl)
    const outside = twilioUrl ? redirectTexts(sandbox, twilioUrl) : sandbox
    const app = await createApp({ config: readConfig(env), outside })
    await app.start()
  },
  cpuUsed,
  /** Resident memory, in bytes. */
  memory: () => process.memoryUsage.rss(),
}
export type AppFunctions = typeof handlers

answerCalls(handlers)
