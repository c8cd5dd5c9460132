import { isIpv4 } from './address.ts'

/**
 * What is typed into a stick as its server: address, name, port and protocol, of which address or name stays empty
 * (protocols.md 2).
 */
export const toServerLine = (host: string, port: number): string =>
  isIpv4(host) ? `${host},,${port},TCP` : `,${host},${port},TCP`
