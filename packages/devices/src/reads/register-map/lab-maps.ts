import { readSized } from './load-maps.ts'
import type { RegisterMap } from './register-map.ts'

/** More than all maps have together. */
const MOST_BYTES = 4_000_000

/**
 * A map of a family that nobody assigned: its items have neither a quantity nor a known sign, so nothing of it is
 * counted. A person assigns both before it is used.
 */
export type LabMap = RegisterMap &
  Readonly<{ maker: string; family: string; models: readonly string[]; isAssigned: false }>

let lab: readonly LabMap[] | undefined
/** All maps of other projects, for a profile lab only: read from the disk at the first use. */
export function labMaps(): readonly LabMap[] {
  lab ??= readSized('lab-maps.jsonl', MOST_BYTES)
    .split('\n')
    .flatMap((line): LabMap[] => (line === '' ? [] : [{ ...JSON.parse(line), isAssigned: false }]))
  return lab
}
