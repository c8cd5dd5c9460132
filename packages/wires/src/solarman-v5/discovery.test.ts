import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../testing/golden.ts'
import { decodeDiscovery, discoveryQuestions } from './discovery.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('the discovery of sticks', () => {
  it('asks both kinds of firmware', () =>
    expect(discoveryQuestions.map((bytes) => new TextDecoder().decode(bytes))).toEqual([
      'WIFIKIT-214028-READ',
      'HF-A11ASSISTHREAD',
    ]))

  it('reads the published answer', () =>
    expect(
      decodeDiscovery(fromHex('3139322e3136382e312e34362c3334454145373233333434352c31373132333435363738')),
    ).toEqual({ address: '192.168.1.46', mac: '34EAE7233445', serial: '1712345678' }))

  it.each([
    ['10.0.0.9,34eae7233445,1712345678\r\n', '1712345678'],
    ['10.0.0.9,34eae7233445,HF-LPB100', ''],
    ['10.0.0.9,34eae7233445,', ''],
  ])('takes %j', (text, serial) =>
    expect(decodeDiscovery(bytesOf(text))).toEqual({ address: '10.0.0.9', mac: '34EAE7233445', serial }),
  )

  it.each([
    '',
    '+ok',
    'WIFIKIT-214028-READ',
    '10.0.0.999,34EAE7233445,1712345678',
    '10.0.0.9,34EAE72334,1712345678',
    '10.0.0.9,34EAE7233445,<script>',
    `10.0.0.9,34EAE7233445,${'1'.repeat(90)}`,
  ])('takes no %j', (text) => expect(decodeDiscovery(bytesOf(text))).toBeUndefined())

  it('reads any bytes without harm', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        const stick = decodeDiscovery(bytes)
        if (stick) expect(`${stick.address},${stick.mac}`).toMatch(/^[\d.]{7,15},[0-9A-F]{12}$/)
      }),
      { numRuns: 10_000 },
    )
  })
})
