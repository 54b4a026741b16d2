import { environment, readSettings } from '@partyline/server'
import { z } from 'zod'

/** The manifest's limit for the app's short name. */
const MAX_NAME_LENGTH = 30
const ADDRESS = 'should be an https address without a path, because Teams accepts no other'

/** The settings for the package, under the server's names. */
const teamsSettings = environment.pick({ ENTRA_CLIENT_ID: true }).extend({
  PUBLIC_URL: z
    .url({ protocol: /^https$/, error: ADDRESS })
    .transform((address) => new URL(address))
    .refine((address) => address.href === `${address.origin}/`, ADDRESS),
  APP_NAME: environment.shape.APP_NAME.refine(
    (name) => name.length <= MAX_NAME_LENGTH,
    `should have at most ${MAX_NAME_LENGTH} characters`,
  ),
})

export type TeamsSettings = { clientId: string; address: URL; appName: string }

/** @throws {ConfigError} with all errors at once */
export function readTeamsSettings(env: Record<string, string | undefined>): TeamsSettings {
  const { ENTRA_CLIENT_ID, PUBLIC_URL, APP_NAME } = readSettings(teamsSettings, env)
  return { clientId: ENTRA_CLIENT_ID.toLowerCase(), address: PUBLIC_URL, appName: APP_NAME }
}
