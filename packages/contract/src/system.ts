import { defineCalls } from './call.ts'
import { z } from './z.ts'

/** The public part of the configuration. It contains no secret. */
export const publicConfig = z.object({
  appName: z.string(),
  baseUrl: z.string(),
  /** The address of the API; `baseUrl` by default. */
  apiUrl: z.string(),
  environment: z.string(),
  version: z.string(),
  /** Interval for checking the session, in seconds; 0 for never. */
  sessionPollSeconds: z.number().int(),
  /** Origins in addition to Microsoft's own that may frame the app as a Teams host. */
  teamsOrigins: z.array(z.string()),
})
export type PublicConfig = z.infer<typeof publicConfig>

export const systemCalls = defineCalls({
  'health.live': { summary: 'Whether the process is alive', reply: z.object({ status: z.literal('ok') }) },
  'health.ready': {
    summary: 'Whether the process can serve: the database answers and is migrated',
    reply: z.object({ status: z.literal('ok') }),
  },
  config: { summary: 'The public configuration', reply: publicConfig },
})
