import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

type Addresses = Readonly<{ host: string; loggerHost: string; isOpen: boolean }>
const run = new URL('../../../tools/run/', import.meta.url)
const { readDemoAddresses } = (await import(new URL('demo-addresses.mjs', run).href)) as {
  readDemoAddresses: (env: Readonly<Record<string, string>>) => Addresses
}

it('the demo listens on this machine only, unless told otherwise', () => {
  const closed = { host: '127.0.0.1', loggerHost: '127.0.0.1', isOpen: false }
  expect(readDemoAddresses({})).toEqual(closed)
  // An empty host would be every address.
  expect(readDemoAddresses({ HOST: '', LOGGER_HOST: '' })).toEqual(closed)
  expect(readDemoAddresses({ HOST: '0.0.0.0' })).toEqual({ host: '0.0.0.0', loggerHost: '0.0.0.0', isOpen: true })
  for (const own of ['localhost', '127.0.0.2', '::1', '0:0:0:0:0:0:0:1', '[::1]', '::ffff:127.0.0.1'])
    expect(readDemoAddresses({ HOST: own })).toMatchObject({ isOpen: false })
  for (const wide of ['::', '::ffff:10.0.0.1', 'fe80::1', '127.example.org'])
    expect(readDemoAddresses({ HOST: wide })).toMatchObject({ isOpen: true })
  expect(readDemoAddresses({ LOGGER_HOST: '192.168.1.20' })).toMatchObject({ host: '127.0.0.1', isOpen: true })
})

it("the demo's server listens where the demo says", () => {
  const { host: HOST, loggerHost: LOGGER_HOST } = readDemoAddresses({})
  expect(readConfig({ HOST, LOGGER_HOST })).toMatchObject({
    httpHost: '127.0.0.1',
    solarman: { host: '127.0.0.1' },
  })
  const demo = readFileSync(fileURLToPath(new URL('demo.mjs', run)), 'utf8')
  expect(demo).toContain('readDemoAddresses(process.env)')
  expect(demo).toMatch(/HOST: host,\s+LOGGER_HOST: loggerHost,/)
})
