import { isIpv4 } from './address.ts'

/**
 * The line to enter in a logger as its server: address, name, port and protocol, with either address or name empty
 * (protocols.md 2).
 */
export const toServerLine = (host: string, port: number): string =>
  isIpv4(host) ? `${host},,${port},TCP` : `,${host},${port},TCP`
