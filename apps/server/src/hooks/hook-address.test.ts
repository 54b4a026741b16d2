import { request } from 'node:http'
import type { LookupAddress } from 'node:dns'
import { describe, expect, test } from 'vitest'
import { HOOK_TEXTS } from '@partyline/contract'
import { createHookAddresses } from './hook-address.ts'
import { createHookGateway } from './hook-gateway.ts'
import { systemClock } from '../platform/index.ts'

const outside = {
  fetch: globalThis.fetch,
  browserUrl: (url: string) => url,
  addressesOf: async (host: string) => {
    const found = NAMES[host]
    if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    return found
  },
}
const NAMES: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'hooks.example.com': ['93.184.216.34', '2606:2800:220:1::1'],
  'inside.example.com': ['10.1.2.3'],
  'both.example.com': ['93.184.216.34', '192.168.0.5'],
  'metadata.example.com': ['169.254.169.254'],
  'mapped.example.com': ['::ffff:10.0.0.1'],
  'own.example.com': ['10.1.2.3'],
}
const addresses = createHookAddresses({ outside, hosts: ['own.example.com', '127.0.0.9'] })
const gateway = createHookGateway({ clock: systemClock, addresses })

const NOT_PUBLIC = [
  'localhost',
  'localhost.',
  '127.0.0.1',
  '[::1]',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '127.1',
  '0.0.0.0',
  '0',
  '169.254.169.254',
  '10.0.0.1',
  '192.168.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[::127.0.0.1]',
  '[fd00::1]',
  '[fe80::1]',
  '[ff02::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  'inside.example.com',
  'both.example.com',
  'metadata.example.com',
  'mapped.example.com',
]

describe.each(NOT_PUBLIC)('%s', (host) => {
  const url = `https://${host}/events`
  test('cannot be a webhook', async () => {
    expect(await addresses.refusalOf(url)).toBe(HOOK_TEXTS.private)
  })
  test('gets nothing, even if it could once', async () => {
    expect(await gateway.post(url, {}, '{}')).toMatchObject({ status: null, failure: 'private' })
  })
})

test.each([
  ['https://hooks.example.com/events', null],
  ['https://hooks.example.com:8443/events?sig=1', null],
  ['https://93.184.216.34/', null],
  ['https://[2606:2800:220:1::1]/', null],
  ['https://own.example.com/', null],
  ['http://own.example.com:8080/', null],
  ['http://127.0.0.9/', null],
  ['http://hooks.example.com/', HOOK_TEXTS.url],
  ['https://me@hooks.example.com/', HOOK_TEXTS.credentials],
  ['https://me:you@own.example.com/', HOOK_TEXTS.credentials],
  ['ftp://hooks.example.com/', HOOK_TEXTS.url],
  ['hooks.example.com', HOOK_TEXTS.url],
  ['https://nowhere.example.com/', HOOK_TEXTS.notFound],
])('%s: %s', async (url, refusal) => {
  expect(await addresses.refusalOf(url)).toBe(refusal)
})

const found = (host: string, all: boolean) =>
  new Promise<unknown>((resolve) => {
    addresses.lookup(host, { all }, (error, address) => resolve(error ?? address))
  })

test('the addresses that were checked are those that are connected to', async () => {
  expect(await found('hooks.example.com', false)).toBe('93.184.216.34')
  expect(((await found('hooks.example.com', true)) as LookupAddress[]).map(({ address }) => address)).toEqual(
    NAMES['hooks.example.com'],
  )
  expect(await found('both.example.com', true)).toBeInstanceOf(Error)
})

test('a name is looked up by node:http with it', async () => {
  const error = await new Promise<Error>((resolve) => {
    request({ host: 'inside.example.com', lookup: addresses.lookup }).on('error', resolve).end()
  })
  expect(error.message).toBe('The host has a private address.')
})

test('a name that leads elsewhere later is refused then', async () => {
  NAMES['moving.example.com'] = ['93.184.216.34']
  expect(await addresses.refusalOf('https://moving.example.com/')).toBeNull()
  NAMES['moving.example.com'] = ['127.0.0.1']
  expect(await gateway.post('https://moving.example.com/', {}, '{}')).toMatchObject({ failure: 'private' })
})
