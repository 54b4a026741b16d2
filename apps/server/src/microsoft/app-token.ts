import * as client from 'openid-client'
import type { Outside } from '../platform/index.ts'
import { ENTRA, GRAPH_SCOPE } from './addresses.ts'

const TIMEOUT_SECONDS = 10

export type AppCredentials = { outside: Outside; clientId: string; clientSecret: string }

/**
 * A token of the app itself for Graph in a directory, by the client credentials grant.
 * @throws what `openid-client` throws: see `aadstsOf`
 */
export async function requestAppToken(credentials: AppCredentials, directory: string): Promise<string> {
  const { outside, clientId, clientSecret } = credentials
  const base = `${ENTRA}/${directory}`
  const server = { issuer: `${base}/v2.0`, token_endpoint: `${base}/oauth2/v2.0/token` }
  const config = new client.Configuration(server, clientId, clientSecret)
  config[client.customFetch] = outside.fetch
  config.timeout = TIMEOUT_SECONDS
  const { access_token: token } = await client.clientCredentialsGrant(config, { scope: GRAPH_SCOPE })
  return token
}
