import { isIpv4, PRIVATE_PLACE, toPlace } from '@heliograph/domain/address.ts'

type Interfaces = NodeJS.Dict<readonly Readonly<{ address: string; family: string; internal: boolean }>[]>

/**
 * Where a logger may reach this server: its public name, and the addresses of its network cards. A visitor from outside
 * does not get the private ones, which are of no use to them.
 */
export function listServerAddresses(
  options: Readonly<{ publicUrl: string; visitor: string; interfaces: Interfaces }>,
): readonly string[] {
  const name = new URL(options.publicUrl).hostname
  const isAtHome = toPlace(options.visitor) === PRIVATE_PLACE
  const own = Object.values(options.interfaces)
    .flatMap((cards) => cards ?? [])
    .filter(({ address, internal }) => !internal && isIpv4(address))
    .map(({ address }) => address)
    .filter((address) => isAtHome || toPlace(address) !== PRIVATE_PLACE)
  return [...new Set([...(isReachable(name) ? [name] : []), ...own])]
}

/**
 * Not usable by a logger: a name for this machine itself, or IPv6 in brackets, which a logger's setting cannot hold.
 */
const isReachable = (name: string): boolean => !/^(localhost|.*\.localhost|127\..*|0\.0\.0\.0|\[.*)$/.test(name)
