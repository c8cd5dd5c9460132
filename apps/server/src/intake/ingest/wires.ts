import { type SourceId, toSource } from '../../fleet/loggers/source.ts'
import { readingsWire } from './readings/wire.ts'
import { solarmanWire } from './solarman/wire.ts'
import type { Wire } from './wire.ts'

/** Every wire for readings. The rest of ingest knows none of them. */
const wires: Readonly<Record<string, Wire>> = {
  'solarman-v5': solarmanWire,
  readings: readingsWire,
}

/** @throws Error for an unknown wire: the database belongs to a newer version */
export function getWire(id: string): Wire {
  const wire = wires[id]
  if (wire === undefined) throw new Error(`There is no wire ${id}`)
  return wire
}

/** The wire of a source. */
export const wireOf = (source: SourceId): Wire => getWire(toSource(source).wire)

export const wireIds: readonly string[] = Object.keys(wires)
