import { expect, it } from 'vitest'
import { toServerLine } from './server-line.ts'

/** As the logger parses its setting "Server B": four fields, the first an address, the second a name. */
function decodeAsStick(line: string) {
  const [address, name, port, protocol, ...rest] = line.split(',')
  if (rest.length > 0 || protocol === undefined) throw new Error('not four fields')
  if (address !== '' && !/^\d{1,3}(\.\d{1,3}){3}$/.test(address ?? '')) throw new Error('no address')
  if (address === '' && name === '') throw new Error('nowhere to connect to')
  if (!/^\d{1,5}$/.test(port ?? '') || Number(port) > 65_535) throw new Error('no port')
  return { host: address || name, port: Number(port), protocol }
}

it.each([
  ['192.168.1.20', 10_000, '192.168.1.20,,10000,TCP'],
  ['name.example', 10_000, ',name.example,10000,TCP'],
  ['10.0.0.1', 10_130, '10.0.0.1,,10130,TCP'],
  // A name, though it starts like an address.
  ['10.0.0.1.nip.io', 10_000, ',10.0.0.1.nip.io,10000,TCP'],
  ['999.1.1.1', 10_000, ',999.1.1.1,10000,TCP'],
])('%s and port %i give the line %s', (host, port, line) => {
  expect(toServerLine(host, port)).toBe(line)
  expect(decodeAsStick(line)).toEqual({ host, port, protocol: 'TCP' })
})
