import { isIP } from 'node:net'

/**
 * Where the demo listens. Its password is published: other machines reach it only by a setting. An empty HOST is no
 * such word.
 */
export function readDemoAddresses(env) {
  const host = env.HOST || '127.0.0.1'
  const loggerHost = env.LOGGER_HOST || host
  return { host, loggerHost, isOpen: !isOwnMachine(loggerHost) }
}

/** Whether only this machine reaches the address. */
function isOwnMachine(host) {
  if (host === 'localhost') return true
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) === 4) return address.startsWith('127.')
  // The URL parser writes every IPv6 address in its shortest form.
  return isIP(address) === 6 && /^\[::(1|ffff:7f..:.+)\]$/.test(new URL(`http://[${address}]`).hostname)
}
