import { createHash } from 'node:crypto'
import type { DataRecord, Raw } from '../../arrival.ts'
import type { WireParts } from '../../wire.ts'

/** A wire that only tests have: a logger sends text, people claim it by the label STUB-0001, and it relays Modbus. */
export const WIRE_ID = 'stub'

/** One reading: serial number of the device, total and power, as of an instant. */
export const payloadOf = (serial: string, totalWh: number, powerW: number, atMs: number): Buffer =>
  Buffer.from([serial, totalWh, powerW, atMs].join(';'))

export function decode(raw: Raw): DataRecord {
  const digest = createHash('sha256').update(raw.bytes).digest().subarray(0, 16)
  const [deviceSerial = '', totalWh, powerW, atMs] = Buffer.from(raw.bytes).toString().split(';')
  if (raw.kind !== 'reading') return { raw, digest, content: { undecoded: 'unknown-kind' }, instant: 'later' }
  return {
    raw,
    digest,
    content: {
      deviceSerial,
      deviceType: 'INVERTER',
      profileId: 'deye-5408',
      values: { generationTotalWh: Number(totalWh), acPowerW: Number(powerW) },
      texts: {},
      complaints: [],
    },
    instant: { atMs: Number(atMs), timeSource: 'frame' },
  }
}

/** Its row. */
export const stub: WireParts = {
  wire: {
    decode,
    isKnownKind: (kind) => kind === 'reading',
    ownership: 'claimed',
    readLabel: (text) => (/^STUB-\d{4}$/.test(text) ? text : undefined),
    hasLine: true,
  },
}
