import { createHmac } from 'node:crypto'
import type { HubUser } from '../connections/user.ts'
import type { Redirect } from '../hubs/endpoint-options.ts'
import { type Clock, systemClock } from '../platform/clock.ts'

/** The Azure SignalR Service, and its hub. */
export type AzureRedirectOptions = {
  /** From the Azure portal: `Endpoint=https://…;AccessKey=…;Version=1.0;` */
  readonly connectionString: string
  /** The name of the hub in the service: letters, digits, and underscores, starting with a letter. */
  readonly hub: string
  /** Lifetime of the token for connecting, in seconds. Default 3,600. */
  readonly tokenLifetime?: number
  readonly clock?: Clock
}

/**
 * Redirects clients that negotiate to Azure SignalR Service in serverless mode, with a token for their user.
 * The service then has their connections: the application sends through its REST interface.
 * @throws TypeError if the connection string or the hub's name is invalid
 */
export function createAzureRedirect(options: AzureRedirectOptions): Redirect<HubUser> {
  const { endpoint, accessKey } = parseConnectionString(options.connectionString)
  const { hub, tokenLifetime = 3_600, clock = systemClock } = options
  if (!/^[A-Za-z]\w*$/.test(hub)) throw new TypeError(`'${hub}' is no hub name: use letters, digits and underscores.`)
  const url = `${endpoint}/client/?hub=${hub.toLowerCase()}`

  return ({ userId }) => {
    const now = Math.floor(clock.now() / 1000)
    const claims = {
      aud: url,
      iat: now,
      nbf: now,
      exp: now + tokenLifetime,
      ...(userId === null ? {} : { nameid: userId }),
    }
    return { url, accessToken: signToken(claims, accessKey) }
  }
}

function parseConnectionString(text: string): { readonly endpoint: string; readonly accessKey: string } {
  const fields = new Map(
    text.split(';').map((part) => {
      const mark = part.indexOf('=')
      return [part.slice(0, mark).trim().toLowerCase(), part.slice(mark + 1).trim()]
    }),
  )
  const endpoint = fields.get('endpoint')?.replace(/\/+$/, '')
  const accessKey = fields.get('accesskey')
  if (endpoint && accessKey && URL.canParse(endpoint)) return { endpoint, accessKey }
  // The connection string is a secret and must not be in the error.
  throw new TypeError('The connection string must have an Endpoint and an AccessKey.')
}

/** A JSON Web Token signed with HS256 (RFC 7519). */
function signToken(claims: object, key: string): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}
