import type { WireParts } from '../wire.ts'
import { decodeRaw, RECORD_KIND } from './record.ts'

/** Devices that this server reads over the network (intake/collect). */
export const polled: WireParts = {
  wire: { decode: decodeRaw, isKnownKind: (kind) => kind === RECORD_KIND, ownership: 'paired' },
}
