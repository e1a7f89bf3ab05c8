import { BlockList, isIPv4 } from 'node:net'

/** IANA's special-purpose registries: loopback, private, link-local (with the clouds' metadata), shared, reserved, multicast. */
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

/** Of what lies within 2000::/3; these also hold addresses that stand for IPv4 ones (Teredo, 6to4). */
const special6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const closed = new BlockList()
for (const [net, bits] of special4) closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of special6) closed.addSubnet(net, bits, 'ipv6')

/** All that is given out to the open Internet; what stands for an IPv4 address (::ffff:…, 64:ff9b::…) lies outside of it. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to the open Internet, and not to this machine, its network or some special use. */
export const isPublicAddress = (address: string) =>
  isIPv4(address) ? !closed.check(address, 'ipv4') : global6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
