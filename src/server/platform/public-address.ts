import { BlockList, isIPv4 } from 'node:net'

/**
 * Ranges in IANA's special-purpose registries: loopback, private, link-local (including cloud metadata), shared,
 * reserved and multicast.
 */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** Special ranges within 2000::/3, including ranges with embedded IPv4 addresses (Teredo, 6to4). */
const special6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const closed = new BlockList()
for (const [net, bits] of special4) closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of special6) closed.addSubnet(net, bits, 'ipv6')

/** All global unicast addresses. Excludes the other ranges with embedded IPv4 addresses (::ffff:…, 64:ff9b::…). */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** True if an IP address is on the public Internet, rather than this machine, its network or a special range. */
export const isPublicAddress = (address: string) =>
  isIPv4(address) ? !closed.check(address, 'ipv4') : global6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
