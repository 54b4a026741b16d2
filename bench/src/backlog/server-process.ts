// The process of the app, started by backlog-world.ts.
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '@partyline/server'
import { answerCalls } from '../harness/child-process.ts'
import { redirectTexts } from '../harness/twilio-endpoint.ts'

type Start = { env: Record<string, string>; sandboxUrl: string; twilioUrl: string }

const handlers = {
  async start({ env, sandboxUrl, twilioUrl }: Start) {
    const outside = redirectTexts(outsideThrough(sandboxUrl), twilioUrl)
    const app = await createApp({ config: readConfig(env), outside })
    await app.start()
  },
  /** Memory in bytes after a full garbage collection. */
  memory() {
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    return { rss, heapUsed }
  },
}
export type ServerFunctions = typeof handlers

answerCalls(handlers)
