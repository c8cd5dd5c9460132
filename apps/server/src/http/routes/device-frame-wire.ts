import type { RawFrame } from '@heliograph/contract/device-s/frames.ts'
import type { KeptFrame } from '../../intake/ingest/ingest.ts'
import { toSeconds, toSecondsOrNull } from './scales.ts'

export const toRawFrame = (frame: KeptFrame): RawFrame => ({
  time: toSecondsOrNull(frame.atMs),
  receivedAt: toSeconds(frame.receivedAtMs),
  wire: frame.wire,
  kind: frame.kind,
  hex: Buffer.from(frame.bytes).toString('hex'),
  undecoded: frame.unread,
  fields: frame.parts.map(({ at, bytes, name, raw, value }) => ({
    at,
    bytes,
    storageName: name,
    orgValue: raw,
    value,
  })),
})
