import { z } from 'zod'

const listOf = (defaultValue: string) =>
  z
    .string()
    .default(defaultValue)
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
const list = listOf('')

function wholeNumber(defaultValue: number, least: number, most: number) {
  return wholeBetween(least, most).default(defaultValue)
}

function wholeBetween(least: number, most: number) {
  const error = `should be a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

const url = z.url({ protocol: /^https?$/, error: 'should be an http or https address', abort: true })

/** Hosts for which Microsoft Entra lets a browser come back without https. */
const HOSTS_WITHOUT_HTTPS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

const publicUrl = url
  .refine((address) => isOrigin(address), 'should be a host with nothing behind it, such as https://texts.example.com')
  .refine((address) => {
    const { protocol, hostname } = new URL(address)
    return protocol === 'https:' || HOSTS_WITHOUT_HTTPS.includes(hostname)
  }, 'should begin with https://: Microsoft Entra accepts http:// for localhost only')

function isOrigin(address: string) {
  const { origin, href } = new URL(address)
  return href === `${origin}/`
}

function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return z.enum(choices, { error: `should be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` })
}

const NO_PROXY =
  'should be your own proxies, comma separated: addresses, ranges like 10.0.0.0/24, or loopback; never all'
const NAMED_RANGES = z.literal(['loopback', 'linklocal', 'uniquelocal'])
const proxy = z
  .union([NAMED_RANGES, z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: NO_PROXY })
  .refine((address) => !address.endsWith('/0'), NO_PROXY)

const directoryId = z
  .guid({
    error:
      'should be directory (tenant) ids, comma separated: GUIDs, not domain names. Microsoft Entra shows them under Overview',
  })
  .toLowerCase()

/** The push services of Chrome, Firefox, Edge, and Safari. */
export const PUSH_SERVICES =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com'
const NO_HOST = 'should be host names, comma separated, such as fcm.googleapis.com or *.push.apple.com'

/** A value of this many bytes. */
function base64url(length: number) {
  const error = 'should be a key as made by npm run push-keys'
  return z.string().refine((key) => /^[\w-]+$/.test(key) && Buffer.from(key, 'base64url').length === length, error)
}

const guid = z.guid({ error: 'should be a GUID' }).toLowerCase()

/** One 256-bit key: `id:base64`. */
const encryptionKey = z.string().transform((value, context) => {
  const [id = '', encoded = ''] = value.split(':')
  const key = Buffer.from(encoded, 'base64')
  // Ciphertexts are stored as parts separated by dots; the first part is the key id.
  if (!/^[^.]+$/.test(id) || key.length !== 32) {
    context.addIssue({
      code: 'custom',
      message: 'should be id:base64 with 32 bytes and no dot in the id, comma separated for several',
    })
    return z.NEVER
  }
  return { id, key }
})

/** Every setting of the server, its default, and what it is for. The environment is the only source. */
export const environment = z.object({
  PORT: wholeNumber(3000, 0, 65_535).describe('Port that the server listens on'),
  HOST: z.string().default('0.0.0.0').describe('Address that the server listens on'),
  PUBLIC_URL: publicUrl
    .optional()
    .describe(
      'Address under which browsers and Twilio reach the server: `https://` and the host, without a path; required where ENVIRONMENT is `production`, elsewhere `http://localhost:{PORT}` without it',
    ),
  API_URL: url.optional().describe('Address of the API, where it differs from PUBLIC_URL'),
  TRUSTED_PROXIES: list
    .pipe(z.array(proxy))
    .describe(
      'Proxies whose `X-Forwarded-For` is believed: addresses, ranges, or `loopback`; without it, everyone behind a proxy counts as one address for rate limits',
    ),
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database and of media'),
  MEDIA_URL: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/, 'should be s3://bucket or s3://bucket/prefix')
    .optional()
    .describe('Bucket for files that people and phones send: `s3://bucket/prefix`; without it a folder in DATA_DIR'),
  S3_ENDPOINT: url.optional().describe('Address of a storage that is not Amazon’s, such as MinIO'),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'should be a region, such as eu-central-1')
    .default('us-east-1')
    .describe('Region of the bucket'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Access key for the bucket'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Its secret'),
  ARCHIVE_PART_MB: wholeNumber(100, 1, 1_000).describe(
    'Size of a ZIP file of an archive, in MB: each is in memory while it is made',
  ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'should be a postgres address' })
    .optional()
    .describe('PostgreSQL 15 or later; without it the embedded database is used'),
  DATABASE_POOL: wholeNumber(10, 2, 200).describe('Connections to PostgreSQL'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'should be a redis address' })
    .optional()
    .describe('Redis, where several processes serve one installation'),
  ENTRA_CLIENT_ID: z
    .guid({ error: 'should be the application (client) id, a GUID' })
    .describe('Entra app registration'),
  ENTRA_CLIENT_SECRET: z.string().min(1, 'should not be empty').describe('Secret of the app registration'),
  AUTH_SECRET: z
    .string()
    .min(32, 'should have at least 32 characters')
    .describe('Signs cookies, access tokens and media links'),
  ENCRYPTION_KEYS: z
    .string()
    .transform((value) => value.split(',').map((item) => item.trim()))
    .pipe(
      z
        .array(encryptionKey)
        .min(1)
        .refine(
          (keys) => new Set(keys.map(({ id }) => id)).size === keys.length,
          'should have a different id for each key',
        ),
    )
    .describe('Keys id:base64 (32 bytes) for secrets in the database; the first one encrypts, all decrypt'),
  SIGN_UP: oneOf(['open', 'allow-list', 'marketplace']).default('allow-list').describe('Who may create a tenant'),
  ALLOWED_TENANTS: list
    .pipe(z.array(directoryId))
    .describe('Directory (tenant) ids that may create a tenant; required with SIGN_UP=allow-list'),
  MARKETPLACE_TENANT_ID: guid
    .optional()
    .describe(
      'Directory of the publisher, where Partyline is sold in the marketplace; all three MARKETPLACE_ settings or none',
    ),
  MARKETPLACE_CLIENT_ID: guid.optional().describe('The publisher’s app registration for the marketplace'),
  MARKETPLACE_CLIENT_SECRET: z.string().optional().describe('Its secret'),
  SAAS_FORWARD_HOSTS: list.describe('Hosts that events of the marketplace may be forwarded to'),
  VAPID_PUBLIC_KEY: base64url(65)
    .optional()
    .describe('Public key of push notifications, made by `npm run push-keys`; all three VAPID_ settings or none'),
  VAPID_PRIVATE_KEY: base64url(32).optional().describe('Its private key'),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'should be mailto: and an address, or an https address')
    .optional()
    .describe('How push services reach you: `mailto:` and an address, or an https address'),
  PUSH_HOSTS: listOf(PUSH_SERVICES)
    .pipe(z.array(z.string().regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/, NO_HOST)))
    .describe(
      'Hosts of push services to which notifications are sent, comma separated; `*.` stands for all subdomains',
    ),
  WEBHOOK_HOSTS: list
    .pipe(z.array(z.string().regex(/^[\w.-]+$|^\[[\da-f:]+\]$/, 'should be host names or addresses, comma separated')))
    .describe(
      'Hosts without https or in your own network that webhooks may name, for tests; no scheme or port, comma separated, such as `127.0.0.1`; other private addresses are refused',
    ),
  TEAMS_APP_ID: guid
    .optional()
    .describe(
      'The app’s ID in Teams, for links in its activity feed: the one that the Teams admin center shows; without it ENTRA_CLIENT_ID, which is right for an app that was uploaded for one person',
    ),
  TEAMS_ORIGINS: list.describe('Origins beside Microsoft’s own that may frame the app as a Teams host'),
  APP_NAME: z.string().default('Partyline').describe('Name in the page title'),
  ENVIRONMENT: z
    .string()
    .default('production')
    .describe('Shown to the browser; outside `production`, its console shows a banner'),
  SESSION_POLL_SECONDS: wholeNumber(0, 0, 86_400).describe('How often the browser looks at its session, 0 for never'),
  SENDS_PER_MINUTE: wholeNumber(120, 1, 1_000_000).describe('Messages that one person may send in a minute'),
  CALLS_PER_MINUTE: wholeNumber(6_000, 1, 10_000_000).describe('Calls that one person or address may make in a minute'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('How much is logged'),
  METRICS_PORT: wholeBetween(0, 65_535)
    .optional()
    .describe(
      'Port of its own on which Prometheus reads `/metrics`; without it and METRICS_TOKEN there are no metrics',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address of METRICS_PORT; one that is not of this machine alone needs METRICS_TOKEN'),
  METRICS_TOKEN: z
    .string()
    .min(32, 'should have at least 32 characters')
    .optional()
    .describe('What Prometheus shows as `Bearer` token; without METRICS_PORT metrics are read on PORT'),
})

export type Settings = z.infer<typeof environment>
