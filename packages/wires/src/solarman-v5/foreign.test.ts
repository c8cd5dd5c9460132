import { expect, it } from 'vitest'
import { fromHex, goldenVectors } from '../testing/golden.ts'
import { recognizeForeign } from './foreign.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

it.each([
  ['tls', 'open-neg-tls-clienthello'],
  ['at', 'open-neg-at-banner'],
  ['modbus-tcp', 'open-neg-mbap-reply'],
] as const)('recognizes %s', (protocol, id) => {
  const found = goldenVectors('wires/src/solarman-v5/fixtures/negative.json').find((vector) => vector.id === id)
  expect(recognizeForeign(fromHex(found?.hex ?? ''))).toBe(protocol)
})

it.each([
  ['http', text('GET / HTTP/1.1\r\n')],
  ['http', text('PRI * HTTP/2.0\r\n')],
  ['at', text('+ok=')],
  ['mqtt', fromHex('101000044d5154540402003c000474657374')],
  ['mqtt', fromHex('10c40100044d5154540402003c0004')],
  ['v4', fromHex('6802400112345678')],
  ['iec-104', fromHex('680407000000')],
  ['growatt', fromHex('000100020020010341424344454647484950')],
  ['growatt', fromHex('0001000600200116a5c3')],
  ['growatt', fromHex('00070005024151041f352b')],
  ['solaredge', fromHex('1234567930')],
  ['hoymiles', fromHex('484da20100011a2b0034080112')],
  ['sma', fromHex('534d4100000402a0')],
  ['proxy', text('PROXY TCP4 192.0.2.1 192.0.2.2 4711 10000\r\n')],
  ['proxy', fromHex('0d0a0d0a000d0a515549540a2111000c')],
  ['modbus-tcp', fromHex('000100000006010300000001')],
  ['modbus-tcp', fromHex('00010000000301830200')],
] as const)('recognizes %s by its first bytes', (protocol, bytes) => expect(recognizeForeign(bytes)).toBe(protocol))

it.each(goldenVectors('wires/src/solarman-v5/fixtures/push.json'))('takes $id for V5', ({ hex }) => {
  expect(recognizeForeign(fromHex(hex))).toBeUndefined()
})

it('recognizes nothing in empty input and noise', () => {
  expect(recognizeForeign(new Uint8Array())).toBeUndefined()
  expect(recognizeForeign(fromHex('ffffffffffffffffffff'))).toBeUndefined()
  for (const begun of ['68', '6804', '484d', '53', '123456', '0001000600200104'.slice(0, 14)])
    expect(recognizeForeign(fromHex(begun))).toBeUndefined()
})
