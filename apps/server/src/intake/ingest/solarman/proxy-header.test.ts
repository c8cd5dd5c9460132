import { describe, expect, it } from 'vitest'
import { readProxyHeader } from './proxy-header.ts'

const line = (text: string): Buffer => Buffer.from(text, 'latin1')
const SIGNATURE = '0d0a0d0a000d0a515549540a'
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
/** 203.0.113.7:51234 to 198.51.100.1:10000. */
const v4 = hex(`${SIGNATURE} 21 11 000c cb007107 c6336401 c822 2710`)
/** 2001:db8::7 port 51234 to 2001:db8::1 port 10000. */
const v6 = hex(`${SIGNATURE} 21 21 0024 20010db8000000000000000000000007 20010db8000000000000000000000001 c822 2710`)

describe('a line of version 1', () => {
  it.each([
    ['PROXY TCP4 203.0.113.7 198.51.100.1 51234 10000\r\n', '203.0.113.7'],
    ['PROXY TCP6 2001:db8::7 2001:db8::1 51234 10000\r\n', '2001:db8::7'],
    ['PROXY TCP4 0.0.0.0 255.255.255.255 0 65535\r\n', '0.0.0.0'],
    ['PROXY UNKNOWN\r\n', undefined],
    ['PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535\r\n', undefined],
  ])('%j names %s', (text, address) => {
    expect(readProxyHeader(line(`${text}\xa5frame`))).toEqual({ bytes: text.length, address })
  })

  it.each([
    'GET / HTTP/1.1\r\n',
    'PROXY TCP4 203.0.113.7 198.51.100.1 51234 70000\r\n',
    'PROXY TCP4 2001:db8::7 198.51.100.1 1 2\r\n',
    'PROXY TCP6 203.0.113.7 198.51.100.1 1 2\r\n',
    'PROXY TCP4 203.0.113.07 198.51.100.1 1 2\r\n',
    'PROXY TCP4 203.0.113.7  198.51.100.1 1 2\r\n',
    'PROXY TCP5 203.0.113.7 198.51.100.1 1 2\r\n',
    'PROXY UDP4 203.0.113.7 198.51.100.1 1 2\r\n',
    'PROXY UNKNOWNX\r\n',
    'PROXY \r\n',
    'proxy TCP4 203.0.113.7 198.51.100.1 1 2\r\n',
    `PROXY UNKNOWN ${'x'.repeat(100)}\r\n`,
    `PROXY TCP4 ${'1'.repeat(200)}`,
    '\xa5\x10\x00',
  ])('%j is none', (text) => expect(readProxyHeader(line(text))).toBe('bad'))
})

describe('a head of version 2', () => {
  it.each([
    [v4, '203.0.113.7'],
    [v6, '2001:0db8:0000:0000:0000:0000:0000:0007'],
    // With a unique id (type 5) and a checksum (type 3) behind the addresses.
    [hex(`${SIGNATURE} 21 11 0019 cb007107 c6336401 c822 2710 03 0004 deadbeef 05 0003 616263`), '203.0.113.7'],
    // LOCAL: a health check of the balancer, with and without addresses.
    [hex(`${SIGNATURE} 20 00 0000`), undefined],
    [hex(`${SIGNATURE} 20 11 000c cb007107 c6336401 c822 2710`), undefined],
    // The proxy does not know; what follows is passed over.
    [hex(`${SIGNATURE} 21 00 0003 aabbcc`), undefined],
  ])('%# names %s', (bytes, address) => {
    const all = Buffer.concat([bytes, hex('a517001047')])
    expect(readProxyHeader(all)).toEqual({ bytes: bytes.length, address })
  })

  it.each([
    ['another version', `${SIGNATURE} 11 11 000c cb007107 c6336401 c822 2710`],
    ['an unknown command', `${SIGNATURE} 22 11 000c cb007107 c6336401 c822 2710`],
    ['UDP', `${SIGNATURE} 21 12 000c cb007107 c6336401 c822 2710`],
    ['a Unix socket', `${SIGNATURE} 21 31 00d8 ${'00'.repeat(216)}`],
    ['too short for its family', `${SIGNATURE} 21 21 000c cb007107 c6336401 c822 2710`],
    ['oversized', `${SIGNATURE} 21 11 ffff`],
    ['almost the signature', '0d0a0d0a000d0a515549540b 21 11 000c'],
  ])('with %s is none', (_, text) => expect(readProxyHeader(hex(text))).toBe('bad'))
})

it.each([line('PROXY TCP4 203.0.113.7 198.51.100.1 51234 10000\r\n'), line('PROXY UNKNOWN\r\n'), v4, v6])(
  'is not judged before it is complete, wherever it is cut (%#)',
  (bytes) => {
    for (let cut = 0; cut < bytes.length; cut += 1)
      expect([cut, readProxyHeader(bytes.subarray(0, cut))]).toEqual([cut, 'more'])
  },
)
