import { existsSync } from 'node:fs'
import { createReassembler } from '@heliograph/wires/solarman-v5/stream.ts'
import {
  checkAck,
  checkFrame,
  checkLocal,
  checkMessage,
  fromHex,
  goldenVectors,
  originalSession,
  originals,
  originalVectors,
  toHex,
} from '@heliograph/wires/testing/golden.ts'
import { describe, expect, it } from 'vitest'
import { checkSerial, checkValues, deyeTwoInputs, solisSinglePhase } from './golden-values.ts'

/** The frames as captured, from the reference folder beside the repository; skipped, visibly, where it is absent. */
describe.skipIf(!existsSync(originals))('frames as captured', () => {
  const vectors = (name: string) => (existsSync(originals) ? originalVectors(name) : [])
  const push = vectors('v5_push_open.json')
  const solis = vectors('solis_0507_decode_open.json')

  it.each(push)('$id', (vector) => {
    checkFrame(vector)
    checkMessage(vector)
    checkSerial(vector)
    if (vector.cloud_ack) checkAck(vector.hex, vector.cloud_ack.hex)
    const values = vector.expect.payload?.values
    if (values)
      checkValues(
        vector.hex,
        values as Record<string, number>,
        vector.id.includes('deye') ? deyeTwoInputs : solisSinglePhase,
      )
    if (vector.stated) checkValues(vector.hex, vector.stated)
  })

  it.each(solis)('$id', ({ hex, cloud, derived }) => {
    checkValues(hex, cloud ?? {})
    checkValues(hex, derived ?? {}, solisSinglePhase)
  })

  it.each(vectors('v5_local_open.json'))('$id', (vector) => {
    checkFrame(vector)
    checkLocal(vector)
  })

  it.each(vectors('v5_negative_open.json'))('$id', ({ hex }) => {
    const { push: take, abandon } = createReassembler()
    expect([...take(fromHex(hex)), ...abandon()].filter((event) => event.kind === 'frame')).toEqual([])
  })

  it('can be distinguished from the copies in the repository', () => {
    const files = [
      'wires/src/solarman-v5/fixtures/push.json',
      'wires/src/solarman-v5/fixtures/local.json',
      'wires/src/solarman-v5/fixtures/negative.json',
    ]
    const copies = files.flatMap(goldenVectors).map(({ hex }) => hex)
    const captured = [...push, ...vectors('v5_local_open.json'), ...vectors('v5_negative_open.json')]
    const v5 = captured.filter(({ hex }) => hex.startsWith('a5') && hex.length >= 28)
    expect(copies).toHaveLength(captured.length)
    for (const { hex } of v5) {
      const serial = hex.slice(14, 22)
      expect(copies.filter((copy) => copy.slice(14, 22) === serial)).toEqual([])
    }
    // Identifying texts of the originals, taken from the vectors so that none appears here.
    const names = captured.flatMap(({ expect: { payload = {} }, stated = {} }) =>
      [payload.inverter_sn, payload.ssid, payload.ip, stated.ascii_serial].flatMap((name) =>
        name ? [String(name)] : [],
      ),
    )
    expect(new Set(names).size).toBeGreaterThanOrEqual(5)
    for (const name of names) {
      const bytes = toHex(new TextEncoder().encode(name))
      expect(copies.filter((copy) => copy.includes(bytes))).toEqual([])
    }
  })

  it('are acknowledged like the cloud did, for the whole session', () => {
    const lines = originalSession().filter((line) => line.hex !== '')
    const pairs = lines.filter((line, i) => line.from === 'logger' && lines[i + 1]?.from === 'cloud')
    for (const line of pairs) checkAck(line.hex, lines[lines.indexOf(line) + 1]?.hex ?? '')
    expect(pairs.length).toBeGreaterThan(20)
  })
})
