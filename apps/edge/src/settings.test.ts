import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const read = (env: Record<string, string> = {}, file = '', words: readonly string[] = []) =>
  readSettings({ words, env, file })
const gateOf = (env: Record<string, string> = {}) => createDeviceGate({ ...read(env), ownPorts: new Set() })

describe('settings', () => {
  it('come from the command, the environment, then the file', () => {
    const file = '# home\nEDGE_SERVER = https://file.example\nEDGE_CODE=AAAA-2222\n'
    expect(read({}, file)).toMatchObject({ serverUrl: 'https://file.example', pairingCode: 'AAAA-2222' })
    const env = { EDGE_SERVER: 'https://env.example' }
    expect(read(env, file)).toMatchObject({ serverUrl: 'https://env.example', pairingCode: 'AAAA-2222' })
    const words = ['https://word.example', 'BBBB-3333']
    expect(read(env, file, words)).toMatchObject({ serverUrl: 'https://word.example', pairingCode: 'BBBB-3333' })
  })

  it.each([
    [{ EDGE_SERVER: 'ftp://server' }, '', /https/],
    [{ EDGE_DISK_MB: '3' }, '', /EDGE_DISK_MB/],
    [{ EDGE_NETWORKS: 'home' }, '', /EDGE_NETWORKS/],
    [{ EDGE_LOOPBACK_PORTS: '0' }, '', /EDGE_LOOPBACK_PORTS/],
    [{}, 'EDGE_SEVER=https://x', /EDGE_SEVER/],
  ])('name what is wrong in %j %s', (env, file, fault) => {
    expect(() => read(env, file)).toThrow(fault)
  })
})

describe('an agent', () => {
  it.each(['192.168.1.20', '10.1.2.3', '172.20.0.9'])('reads at %s without a setting', async (host) => {
    expect(await gateOf().check(host, 502)).toBe(host)
  })

  it.each(['127.0.0.1', '169.254.169.254', '100.100.100.200', '8.8.8.8', '::1', 'localhost'])(
    'reads nothing at %s, whatever its server says',
    async (host) => {
      await expect(gateOf().check(host, 502)).rejects.toMatchObject({ code: 'PARAM_ERROR' })
    },
  )

  it('reads in listed networks instead, and at listed ports of its own machine', async () => {
    const gate = gateOf({ EDGE_NETWORKS: '10.9.0.0/24', EDGE_LOOPBACK_PORTS: '1883' })
    expect(await gate.check('10.9.0.4', 502)).toBe('10.9.0.4')
    expect(await gate.check('127.0.0.1', 1883)).toBe('127.0.0.1')
    await expect(gate.check('192.168.1.20', 502)).rejects.toMatchObject({ detail: { reason: 'network' } })
    await expect(gate.check('127.0.0.1', 1884)).rejects.toMatchObject({ detail: { reason: 'network' } })
  })
})
