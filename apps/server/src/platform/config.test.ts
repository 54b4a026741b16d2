import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const COMPLETE = {
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

test('a complete environment has no fault, and its addresses follow from the port', () => {
  const config = readConfig({ ...COMPLETE, PORT: '8080', DATABASE_URL: '' })
  expect(config).toMatchObject({
    PUBLIC_URL: 'http://localhost:8080',
    API_URL: 'http://localhost:8080',
    SIGN_UP: 'allow-list',
  })
  expect(config.DATABASE_URL).toBeUndefined()
  expect(config.ENCRYPTION_KEYS.map(({ id }) => id)).toEqual(['new', 'old'])
})

test('an address is kept without the slash at its end', () => {
  expect(readConfig({ ...COMPLETE, PUBLIC_URL: 'https://texts.example/' }).PUBLIC_URL).toBe('https://texts.example')
})

test('all faults are told at once, in words, and never with a value', () => {
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
  ])
  expect(faults[0]).toBe('  PORT should be a whole number from 0 to 65535')
  for (const value of ['abc', 'too short', 'k1:short', 'maybe']) expect(faults.join()).not.toContain(value)
})

test('metrics are off where nothing is said, and never open to others without a token', () => {
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

test('a bucket for files has a name, a key, and no secret in its address', () => {
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

test('no proxy is trusted where none is named, and never everybody', () => {
  expect(readConfig(COMPLETE).TRUSTED_PROXIES).toEqual([])
  const named = 'loopback, 10.0.0.2, 10.1.0.0/16, 2001:db8::/48'
  expect(readConfig({ ...COMPLETE, TRUSTED_PROXIES: named }).TRUSTED_PROXIES).toEqual(named.split(', '))
  for (const wrong of ['true', '1', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0', '::/0']) {
    const [fault = ''] = faultsOf({ ...COMPLETE, TRUSTED_PROXIES: wrong })
    expect(fault).toMatch(/^ {2}TRUSTED_PROXIES should be your own proxies/)
  }
})
