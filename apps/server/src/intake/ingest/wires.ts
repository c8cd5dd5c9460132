import type { Ownership } from '@heliograph/domain/ownership.ts'
import { type ReadLabel, type SourceId, toSourceId } from '../../fleet/loggers/source.ts'
import { polled } from './polled/wire.ts'
import { readings } from './readings/wire.ts'
import { solarman } from './solarman/wire.ts'
import type { WireParts } from './wire.ts'

/** Every wire for readings. The rest of the server knows none of them. */
export const everyWire: Readonly<Record<string, WireParts>> = { 'solarman-v5': solarman, readings, polled }

export type Wires = Readonly<{
  ids: readonly string[]
  ownerships: Readonly<Record<string, Ownership>>
  /** @throws Error for an unknown wire: the database belongs to a newer version */
  get: (id: string) => WireParts
  /** The wire of a source. */
  of: (source: SourceId) => WireParts
  readLabel: ReadLabel
  /** Whether devices behind loggers of this wire can be asked. */
  hasLine: (id: string) => boolean
}>

export function createWires(parts: Readonly<Record<string, WireParts>> = everyWire): Wires {
  const rows = Object.entries(parts)
  const get = (id: string): WireParts => {
    const found = parts[id]
    if (found === undefined) throw new Error(`There is no wire ${id}`)
    return found
  }
  return {
    ids: Object.keys(parts),
    ownerships: Object.fromEntries(rows.map(([id, { wire }]) => [id, wire.ownership])),
    get,
    // No wire has a colon in its name.
    of: (source) => get(source.slice(0, source.indexOf(':'))),
    readLabel: (text) => {
      for (const [id, { wire }] of rows) {
        const address = wire.readLabel?.(text)
        if (address !== undefined) return toSourceId({ wire: id, address })
      }
      return undefined
    },
    hasLine: (id) => parts[id]?.wire.hasLine === true,
  }
}
