import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { environment } from './settings.ts'

const DIRECTORY = '7d9f0a52-3c5b-4c39-9a6e-2b1f8d4e6a01'
const COMPLETE = {
  PUBLIC_URL: 'https://texts.example',
  ALLOWED_TENANTS: DIRECTORY,
  ENTRA_CLIENT_ID: '11111111-1111-4111-8111-111111111111',
  ENTRA_CLIENT_SECRET: 'secret',
  AUTH_SECRET: randomBytes(32).toString('hex'),
  ENCRYPTION_KEYS: `new:${randomBytes(32).toString('base64')},old:${randomBytes(32).toString('base64')}`,
}

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').slice(1)
  }
}

test('a complete environment is valid, and outside production the URLs default to the port', () => {
  const config = readConfig({ ...COMPLETE, PUBLIC_URL: '', ENVIRONMENT: 'development', PORT: '8080', DATABASE_URL: '' })
  expect(config).toMatchObject({
    PUBLIC_URL: 'http://localhost:8080',
    API_URL: 'http://localhost:8080',
    SIGN_UP: 'allow-list',
  })
  expect(config.DATABASE_URL).toBeUndefined()
  expect(config.ENCRYPTION_KEYS.map(({ id }) => id)).toEqual(['new', 'old'])
})

test('a trailing slash is removed from the URL', () => {
  expect(readConfig({ ...COMPLETE, PUBLIC_URL: 'https://texts.example/' }).PUBLIC_URL).toBe('https://texts.example')
})

test('all errors are reported at once, without values', () => {
  const env = {
    PORT: 'abc',
    AUTH_SECRET: 'too short',
    ENCRYPTION_KEYS: 'k1:short',
    SIGN_UP: 'maybe',
    REDIS_URL: 'here',
  }
  const faults = faultsOf(env)
  expect(faults.map((fault) => fault.trim().split(' ')[0])).toEqual([
    'PORT',
    'REDIS_URL',
    'ENTRA_CLIENT_ID',
    'ENTRA_CLIENT_SECRET',
    'AUTH_SECRET',
    'ENCRYPTION_KEYS',
    'SIGN_UP',
    'PUBLIC_URL',
  ])
  expect(faults[0]).toBe('  PORT should be a whole number from 0 to 65535')
  for (const value of ['abc', 'too short', 'k1:short', 'maybe']) expect(faults.join()).not.toContain(value)
})

test('every invalid setting has a message of our own', () => {
  const wrong = Object.fromEntries(Object.keys(environment.shape).map((setting) => [setting, '?']))
  const faults = faultsOf(wrong)
  expect(faults.length).toBeGreaterThan(20)
  expect(faults.filter((fault) => !/^ {2}[A-Z_0-9]+ (?:should|is) /.test(fault))).toEqual([])
  expect(faults.join()).not.toMatch(/invalid|expected|too (?:small|big|short|long)/i)
})

describe('settings that would lock everyone out are reported', () => {
  const KEY = randomBytes(32).toString('base64')
  const NEEDED = 'is needed with SIGN_UP=marketplace'
  const REST_NEEDED = 'is needed with the other settings of the marketplace'
  const NO_DOMAINS =
    'should be directory (tenant) ids, comma separated: GUIDs, not domain names. Microsoft Entra shows them under Overview'
  const NO_PATH = 'should be a host with nothing behind it, such as https://texts.example.com'
  test.each<[string, Record<string, string>, string[]]>([
    [
      'no URL in production',
      { PUBLIC_URL: '' },
      ['PUBLIC_URL is missing: it is needed unless ENVIRONMENT is another than production'],
    ],
    ['a URL with a path', { PUBLIC_URL: 'https://example.com/texts' }, [`PUBLIC_URL ${NO_PATH}`]],
    ['a URL with a query', { PUBLIC_URL: 'https://example.com/?a=1' }, [`PUBLIC_URL ${NO_PATH}`]],
    ['a URL with a user', { PUBLIC_URL: 'https://me@example.com' }, [`PUBLIC_URL ${NO_PATH}`]],
    [
      'a URL that Entra does not accept for redirects',
      { PUBLIC_URL: 'http://texts.example' },
      ['PUBLIC_URL should begin with https://: Microsoft Entra accepts http:// for localhost only'],
    ],
    [
      'an allow-list without an entry',
      { ALLOWED_TENANTS: '' },
      ['ALLOWED_TENANTS is missing: with SIGN_UP=allow-list nobody could sign up'],
    ],
    [
      'an allow-list of commas',
      { ALLOWED_TENANTS: ' , ' },
      ['ALLOWED_TENANTS is missing: with SIGN_UP=allow-list nobody could sign up'],
    ],
    [
      'an allow-list with a domain name',
      { ALLOWED_TENANTS: `${DIRECTORY},contoso.com` },
      [`ALLOWED_TENANTS ${NO_DOMAINS}`],
    ],
    [
      'the marketplace without its settings',
      { SIGN_UP: 'marketplace' },
      [`MARKETPLACE_TENANT_ID ${NEEDED}`, `MARKETPLACE_CLIENT_ID ${NEEDED}`, `MARKETPLACE_CLIENT_SECRET ${NEEDED}`],
    ],
    [
      'the marketplace with some of its settings',
      { SIGN_UP: 'marketplace', MARKETPLACE_TENANT_ID: DIRECTORY, MARKETPLACE_CLIENT_ID: DIRECTORY },
      [`MARKETPLACE_CLIENT_SECRET ${NEEDED}`],
    ],
    [
      'some settings of the marketplace with an allow-list',
      { MARKETPLACE_CLIENT_SECRET: 'secret' },
      [`MARKETPLACE_TENANT_ID ${REST_NEEDED}`, `MARKETPLACE_CLIENT_ID ${REST_NEEDED}`],
    ],
    [
      'two keys with one id',
      { ENCRYPTION_KEYS: `2026:${KEY}, 2026:${KEY}` },
      ['ENCRYPTION_KEYS should have a different id for each key'],
    ],
    [
      'a key whose id has a dot',
      { ENCRYPTION_KEYS: `2026.1:${KEY}` },
      ['ENCRYPTION_KEYS should be id:base64 with 32 bytes and no dot in the id, comma separated for several'],
    ],
    [
      'several of these, with a missing setting',
      { PUBLIC_URL: '', ALLOWED_TENANTS: '', AUTH_SECRET: '', MARKETPLACE_TENANT_ID: DIRECTORY },
      [
        'AUTH_SECRET is missing',
        'PUBLIC_URL is missing: it is needed unless ENVIRONMENT is another than production',
        'ALLOWED_TENANTS is missing: with SIGN_UP=allow-list nobody could sign up',
        `MARKETPLACE_CLIENT_ID ${REST_NEEDED}`,
        `MARKETPLACE_CLIENT_SECRET ${REST_NEEDED}`,
      ],
    ],
  ])('%s', (_name, settings, faults) => {
    expect(faultsOf({ ...COMPLETE, ...settings })).toEqual(faults.map((fault) => `  ${fault}`))
  })

  test('but optional ones can be omitted', () => {
    expect(faultsOf({ ...COMPLETE, SIGN_UP: 'open', ALLOWED_TENANTS: '' })).toEqual([])
    expect(faultsOf({ ...COMPLETE, PUBLIC_URL: 'http://localhost:3000' })).toEqual([])
    const sold = { MARKETPLACE_TENANT_ID: DIRECTORY, MARKETPLACE_CLIENT_ID: DIRECTORY, MARKETPLACE_CLIENT_SECRET: 's' }
    expect(faultsOf({ ...COMPLETE, ...sold, SIGN_UP: 'marketplace', ALLOWED_TENANTS: '' })).toEqual([])
  })
})

test('metrics are off by default, and require a token if they are reachable from other machines', () => {
  const { METRICS_PORT, METRICS_TOKEN } = readConfig(COMPLETE)
  expect([METRICS_PORT, METRICS_TOKEN]).toEqual([undefined, undefined])
  expect(readConfig({ ...COMPLETE, METRICS_PORT: '9464' })).toMatchObject({
    METRICS_PORT: 9464,
    METRICS_HOST: '127.0.0.1',
  })
  expect(faultsOf({ ...COMPLETE, METRICS_PORT: '3000', METRICS_HOST: '0.0.0.0' })).toEqual([
    '  METRICS_PORT should be another port than PORT',
    '  METRICS_TOKEN is needed where METRICS_HOST is not this machine alone',
  ])
  const open = { ...COMPLETE, METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'a'.repeat(32) }
  expect(faultsOf(open)).toEqual([])
  expect(faultsOf({ ...open, METRICS_TOKEN: 'short' })).toEqual(['  METRICS_TOKEN should have at least 32 characters'])
})

test('a bucket requires a name and a key, and its URL cannot contain the key', () => {
  const bucket = {
    ...COMPLETE,
    MEDIA_URL: 's3://texts-media/one',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hidden',
  }
  expect(readConfig(bucket)).toMatchObject({ MEDIA_URL: 's3://texts-media/one', S3_REGION: 'us-east-1' })
  expect(faultsOf({ ...COMPLETE, MEDIA_URL: 's3://texts-media' })).toEqual([
    '  S3_ACCESS_KEY_ID is needed with MEDIA_URL',
    '  S3_SECRET_ACCESS_KEY is needed with MEDIA_URL',
  ])
  for (const wrong of ['texts-media', 'https://texts-media', 's3://', 's3://key:hidden@texts-media', 's3://a?b=c']) {
    expect(faultsOf({ ...bucket, MEDIA_URL: wrong })).toEqual([
      '  MEDIA_URL should be s3://bucket or s3://bucket/prefix',
    ])
  }
  const faults = faultsOf({ ...bucket, S3_ENDPOINT: 'minio', S3_REGION: 'Frankfurt!' })
  expect(faults).toEqual([
    '  S3_ENDPOINT should be an http or https address',
    '  S3_REGION should be a region, such as eu-central-1',
  ])
})

test('no proxy is trusted by default, and not everyone can be trusted', () => {
  expect(readConfig(COMPLETE).TRUSTED_PROXIES).toEqual([])
  const named = 'loopback, 10.0.0.2, 10.1.0.0/16, 2001:db8::/48'
  expect(readConfig({ ...COMPLETE, TRUSTED_PROXIES: named }).TRUSTED_PROXIES).toEqual(named.split(', '))
  for (const wrong of ['true', '1', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0', '::/0']) {
    const [fault = ''] = faultsOf({ ...COMPLETE, TRUSTED_PROXIES: wrong })
    expect(fault).toMatch(/^ {2}TRUSTED_PROXIES should be your own proxies/)
  }
})
