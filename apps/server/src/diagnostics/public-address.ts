import { BlockList, isIP } from 'node:net'
import { DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { DiagnosticsFinding } from '@partyline/contract'

const { publicAddress } = DIAGNOSTICS_FINDINGS

const LOCAL_NETWORKS = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  LOCAL_NETWORKS.addSubnet(network, bits, 'ipv4')
}
LOCAL_NETWORKS.addSubnet('::1', 128, 'ipv6')
LOCAL_NETWORKS.addSubnet('fc00::', 7, 'ipv6')
LOCAL_NETWORKS.addSubnet('fe80::', 10, 'ipv6')
/** Names that no name server of the world knows. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|internal|lan|home\.arpa)$/

/** Findings about the configured address that need no request. */
export function publicAddressFinding(publicUrl: string): DiagnosticsFinding {
  const { hostname, protocol } = new URL(publicUrl)
  if (isLocal(hostname.replaceAll(/^\[|\]$/g, ''))) return publicAddress.local(publicUrl)
  return protocol === 'https:' ? publicAddress.public(publicUrl) : publicAddress.plain(publicUrl)
}

function isLocal(host: string): boolean {
  const family = isIP(host)
  return family === 0 ? LOCAL_NAME.test(host) : LOCAL_NETWORKS.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
