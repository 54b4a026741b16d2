import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { HOOK_TEXTS } from '@partyline/contract'
import { isPublicIp } from '../platform/index.ts'
import type { Outside } from '../platform/index.ts'

/** The host has an address that no webhook may reach. */
export class PrivateAddress extends Error {
  constructor() {
    super('The host has a private address.')
  }
}

export type HookAddresses = {
  /** Why a webhook may not have this address; null if it may. */
  refusalOf(url: string): Promise<string | null>
  /** The checks that need no DNS lookup. @throws {PrivateAddress} */
  assertAllowed(url: URL): void
  /** For `connect`, which calls it only for host names. It then connects to the addresses that were checked. */
  lookup: LookupFunction
}

type Parts = {
  outside: Outside
  /** The operator’s own, which may be private or without https. */
  hosts: readonly string[]
}

/** The addresses that webhooks may have: never in a private network. */
export function createHookAddresses({ outside, hosts }: Parts): HookAddresses {
  const isOwn = (hostname: string) => hosts.includes(hostname)

  function assertAllowed({ protocol, hostname }: URL): void {
    if (isOwn(hostname)) return
    // The parser has already normalized 2130706433, 0x7f000001, and 127.1 to 127.0.0.1.
    const address = hostname.replace(/^\[(.*)\]$/, '$1')
    if (protocol !== 'https:' || (isIP(address) !== 0 && !isPublicIp(address))) throw new PrivateAddress()
  }

  /** @throws {PrivateAddress} and the errors of DNS */
  async function addressesOf(hostname: string): Promise<string[]> {
    const found = outside.addressesOf
      ? await outside.addressesOf(hostname)
      : (await lookup(hostname, { all: true })).map(({ address }) => address)
    if (!isOwn(hostname) && !found.every(isPublicIp)) throw new PrivateAddress()
    return found
  }

  const find = callbackify(async (hostname: string) =>
    (await addressesOf(hostname)).map((address) => ({ address, family: isIP(address) })),
  )

  return {
    assertAllowed,
    async refusalOf(text) {
      const url = URL.parse(text)
      if (!url || (url.protocol !== 'https:' && !isOwn(url.hostname))) return HOOK_TEXTS.url
      if (url.username || url.password) return HOOK_TEXTS.credentials
      try {
        assertAllowed(url)
        if (isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0) await addressesOf(url.hostname)
        return null
      } catch (error) {
        return error instanceof PrivateAddress ? HOOK_TEXTS.private : HOOK_TEXTS.notFound
      }
    },
    lookup(hostname, { all }, callback) {
      find(hostname, (error, addresses) => {
        const [first] = addresses ?? []
        if (error) callback(error, '')
        else if (!first) callback(Object.assign(new Error('The host has no address.'), { code: 'ENOTFOUND' }), '')
        else if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
    },
  }
}
