import { defineCalls } from './call.ts'
import { z } from './z.ts'

/** What the browser may know of the configuration (decisions 11.9). It holds no secret. */
export const publicConfig = z.object({
  appName: z.string(),
  baseUrl: z.string(),
  /** Where the API is; `baseUrl` unless it stands elsewhere. */
  apiUrl: z.string(),
  environment: z.string(),
  version: z.string(),
  /** Seconds between two looks at the session, 0 for none. */
  sessionPollSeconds: z.number().int(),
  /** Origins beside Microsoft's own that may frame the app as a Teams host. */
  teamsOrigins: z.array(z.string()),
})
export type PublicConfig = z.infer<typeof publicConfig>

export const systemCalls = defineCalls({
  'health.live': { summary: 'The process is alive', reply: z.object({ status: z.literal('ok') }) },
  'health.ready': {
    summary: 'The process can serve: database reached, migrations applied',
    reply: z.object({ status: z.literal('ok') }),
  },
  config: { summary: 'The public configuration', reply: publicConfig },
})
