import { solarmanWire } from './solarman/wire.ts'
import type { Wire } from './wire.ts'

/** Every wire over which readings come. The rest of ingest knows none of them. */
const wires: Readonly<Record<string, Wire>> = {
  'solarman-v5': solarmanWire,
}

/** @throws Error for a wire that this version does not have: then the database is of a newer one */
export function getWire(id: string): Wire {
  const wire = wires[id]
  if (wire === undefined) throw new Error(`There is no wire ${id}`)
  return wire
}

export const wireIds: readonly string[] = Object.keys(wires)
