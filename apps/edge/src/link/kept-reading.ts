import type { ToStore } from '@heliograph/collect/target-reader.ts'
import type { CallInput } from '@heliograph/contract/calls.ts'
import { isQuantityId } from '@heliograph/domain/quantities.ts'
import type { Anchors, Stamp } from '../time/anchors.ts'

type Delivered = CallInput<'POST /agent-s/readings'>['body']['readings'][number]

/** A reading on the disk: as it is delivered, but for its instant. */
export type KeptReading = Readonly<{ stamp: Stamp }> & Omit<Delivered, 'atMs' | 'isEstimated'>

/** Bytes of a reading that are kept: they tell repeated records apart, and show what came where it cannot be read. */
const MOST_WORD_BYTES = 48 * 1024

export function toKept(targetId: number, { stored, intervalMs }: ToStore, stamp: Stamp): KeptReading {
  const { decoded, raw } = stored
  const { deviceSerial, deviceType, deviceName, profileId, values, texts, complaints } = decoded
  return {
    stamp,
    targetId,
    intervalMs: Math.round(intervalMs),
    serial: deviceSerial.slice(0, 100),
    type: deviceType,
    ...(deviceName !== undefined && { name: deviceName.slice(0, 100) }),
    profileId: profileId.slice(0, 60),
    values: Object.fromEntries(
      Object.entries(values).filter(([id, value]) => isQuantityId(id) && Math.abs(value) <= 1e30),
    ),
    texts: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name.slice(0, 40), text.slice(0, 200)])),
    complaints: complaints.slice(0, 200).map((complaint) => ({ ...complaint })),
    words: Buffer.from(raw.subarray(0, MOST_WORD_BYTES)).toString('base64'),
  }
}

/** undefined: the server must say the time first. */
export function toDelivered({ stamp, ...reading }: KeptReading, anchors: Pick<Anchors, 'date'>): Delivered | undefined {
  const dated = anchors.date(stamp)
  if (dated === undefined) return undefined
  return { ...reading, atMs: Math.max(0, dated.atMs), ...(dated.isEstimated && { isEstimated: true }) }
}
