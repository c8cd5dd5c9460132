import { type SourceId, toSource } from '../loggers/source.ts'
import { readingsWire } from './readings/wire.ts'
import { solarmanWire } from './solarman/wire.ts'
import type { Wire } from './wire.ts'

/** Every wire over which readings come. The rest of ingest knows none of them. */
const wires: Readonly<Record<string, Wire>> = {
  'solarman-v5': solarmanWire,
  readings: readingsWire,
}

/** @throws Error for a wire that this version does not have: then the database is of a newer one */
export function getWire(id: string): Wire {
  const wire = wires[id]
  if (wire === undefined) throw new Error(`There is no wire ${id}`)
  return wire
}

/** Of the wire that a source speaks. */
export const wireOf = (source: SourceId): Wire => getWire(toSource(source).wire)

export const wireIds: readonly string[] = Object.keys(wires)
