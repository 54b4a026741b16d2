import { BlockList, isIP } from 'node:net'

const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix)
}

/** The part of IPv6 that is routed on the internet. */
const PUBLIC_IPV6 = new BlockList()
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6')
/** The parts that are not public: special purposes, documentation, and tunnels, which lead into IPv4. */
const NOT_PUBLIC_IPV6 = new BlockList()
NOT_PUBLIC_IPV6.addSubnet('2001::', 23, 'ipv6')
NOT_PUBLIC_IPV6.addSubnet('2001:db8::', 32, 'ipv6')
NOT_PUBLIC_IPV6.addSubnet('2002::', 16, 'ipv6')
NOT_PUBLIC_IPV6.addSubnet('3fff::', 20, 'ipv6')

/** Whether an IP address is one of the internet. */
export function isPublicIp(address: string): boolean {
  if (isIP(address) === 4) return !NOT_PUBLIC.check(address)
  return PUBLIC_IPV6.check(address, 'ipv6') && !NOT_PUBLIC_IPV6.check(address, 'ipv6')
}
