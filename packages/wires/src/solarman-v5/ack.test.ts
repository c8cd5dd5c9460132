import { describe, expect, it } from 'vitest'
import { checkAck, goldenSession, goldenVectors, soundFrame } from '../testing/golden.ts'
import { decodeAck, encodeAck, wantsAck } from './ack.ts'
import { decodeFrame, type V5Frame } from './frame.ts'

const request: V5Frame = {
  type: 0x42,
  seqServer: 3,
  seqLogger: 7,
  loggerSerial: 1_700_000_001,
  payload: Uint8Array.of(0x81, 1),
}

const read = (bytes: Uint8Array): V5Frame => {
  const found = decodeFrame(bytes)
  if ('fault' in found) throw new Error(found.fault)
  return found.frame
}

describe('an acknowledgment', () => {
  const acknowledged = goldenVectors('wires/src/solarman-v5/fixtures/push.json').filter((vector) => vector.cloud_ack)

  it.each(acknowledged)("of $id equals the cloud's, byte for byte", ({ hex, cloud_ack }) =>
    checkAck(hex, cloud_ack?.hex ?? ''),
  )

  it.each(acknowledged)('of $id reads as stated', ({ hex, cloud_ack }) => {
    const frame = soundFrame(cloud_ack?.hex ?? '')
    expect(decodeAck(frame)).toEqual({
      requestType: soundFrame(hex).type,
      echo: soundFrame(hex).payload[0],
      unixSeconds: cloud_ack?.payload.server_unix,
      offsetMinutes: cloud_ack?.payload.trailing_u32,
    })
  })

  it("equals the cloud's for every message of the recorded session", () => {
    const lines = goldenSession().filter((line) => line.hex !== '')
    let checked = 0
    for (const [i, line] of lines.entries()) {
      const answer = lines[i + 1]
      if (line.from !== 'logger' || answer?.from !== 'cloud') continue
      checkAck(line.hex, answer.hex)
      checked += 1
    }
    expect(checked).toBe(26)
  })

  it('answers an unknown 4x type in the same way', () => {
    const frame = read(
      encodeAck({ ...request, type: 0x4c }, { nowSeconds: 1_700_000_000, offsetMinutes: 120, seqServer: 300 }),
    )
    expect(frame).toMatchObject({ type: 0x1c, seqServer: 44, seqLogger: 7, loggerSerial: 1_700_000_001 })
    expect(decodeAck(frame)).toEqual({ requestType: 0x4c, echo: 0x81, unixSeconds: 1_700_000_000, offsetMinutes: 120 })
  })

  it('supports zones west of Greenwich and an empty request', () => {
    const frame = read(
      encodeAck({ ...request, payload: new Uint8Array() }, { nowSeconds: 5.9, offsetMinutes: -300, seqServer: 0 }),
    )
    expect(decodeAck(frame)).toMatchObject({ echo: 0, unixSeconds: 5, offsetMinutes: -300 })
  })

  it('is expected by every 4x type except the request', () => {
    const wanting = [0x15, 0x11, 0x41, 0x42, 0x45, 0x4f, 0x51].filter((type) => wantsAck({ ...request, type }))
    expect(wanting).toEqual([0x41, 0x42, 0x4f])
    expect(decodeAck(request)).toBeUndefined()
    expect(decodeAck({ ...request, type: 0x15, payload: new Uint8Array(20) })).toBeUndefined()
  })
})
