import { environment, readSettings } from '@partyline/server'
import { z } from 'zod'

/** What the manifest allows for the app's short name. */
const MOST_OF_A_NAME = 30
const ADDRESS = 'should be an https address with nothing behind its host: Teams shows no other'

/** What the package is made from, by the names of the server's own settings. */
const teamsSettings = environment.pick({ ENTRA_CLIENT_ID: true }).extend({
  PUBLIC_URL: z
    .url({ protocol: /^https$/, error: ADDRESS })
    .transform((address) => new URL(address))
    .refine((address) => address.href === `${address.origin}/`, ADDRESS),
  APP_NAME: environment.shape.APP_NAME.refine(
    (name) => name.length <= MOST_OF_A_NAME,
    `should have at most ${MOST_OF_A_NAME} characters`,
  ),
})

export type TeamsSettings = { clientId: string; address: URL; appName: string }

/** @throws {ConfigError} with all faults at once */
export function readTeamsSettings(env: Record<string, string | undefined>): TeamsSettings {
  const { ENTRA_CLIENT_ID, PUBLIC_URL, APP_NAME } = readSettings(teamsSettings, env)
  return { clientId: ENTRA_CLIENT_ID.toLowerCase(), address: PUBLIC_URL, appName: APP_NAME }
}
