import { describe, expect, it } from 'vitest'
import { isNeverDevice, readNetworks } from './networks.ts'

describe('where no device can be', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '169.254.169.254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:192.168.1.5',
    '::ffff:c0a8:105',
    '::ffff:0:c0a8:105',
    '::ffff:0:127.0.0.1',
    '64:ff9b::c0a8:105',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:c0a8:105::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s', (address) => expect(isNeverDevice(address)).toBe(true))

  it.each(['192.168.1.5', '10.0.0.1', '172.16.4.4', '100.64.0.9', 'fd12:3456::5', '2a01:4f8::1'])(
    'a device may be at %s',
    (address) => expect(isNeverDevice(address)).toBe(false),
  )
})

it('reads a list of networks, and knows an empty one', () => {
  const list = readNetworks('192.168.1.0/24, fd00::/8', 'DEVICE_NETWORKS')
  expect(['192.168.1.9', 'fd12::1', '192.168.2.1', 'x'].map(list.has)).toEqual([true, true, false, false])
  expect([list.isEmpty, readNetworks('', 'DEVICE_NETWORKS').isEmpty]).toEqual([false, true])
  expect(() => readNetworks('192.168.1.0/33', 'DEVICE_NETWORKS')).toThrow('DEVICE_NETWORKS')
})
