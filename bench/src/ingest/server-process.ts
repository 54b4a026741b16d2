// The process of the app, started by world.ts on its own core.
import { setTimeout } from 'node:timers/promises'
import { outsideThrough } from '@partyline/sandbox'
import { createApp, readConfig } from '@partyline/server'
import { answerCalls, cpuUsed } from '../harness/child-process.ts'
import { redirectTexts } from '../harness/twilio-endpoint.ts'

/** In ms. The worker mostly waits for a slow Twilio, and the queue grows. */
const SLOW = 10_000
/** Twilio's response time for each text, in ms. */
let twilioTakes = 1

type Start = { env: Record<string, string>; sandboxUrl: string; twilioUrl: string }

const handlers = {
  async start({ env, sandboxUrl, twilioUrl }: Start) {
    const outside = redirectTexts(outsideThrough(sandboxUrl), twilioUrl, () => setTimeout(twilioTakes))
    const app = await createApp({ config: readConfig(env), outside })
    await app.start()
  },
  /** From now on. */
  slowDownTwilio() {
    twilioTakes = SLOW
  },
  cpu: cpuUsed,
}
export type ServerFunctions = typeof handlers

answerCalls(handlers)
