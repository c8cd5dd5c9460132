import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DescribedMap } from './described-map.ts'
import type { RegisterMap } from './register-map.ts'

/** More than any map has: a file that grew by mistake is not read. */
const MOST_BYTES = 1_000_000

/** A data file beside this one, unless it grew beyond a size. @throws RangeError */
export function readSized(name: string, most: number): string {
  const path = fileURLToPath(new URL(`./${name}`, import.meta.url))
  const { size } = statSync(path)
  if (size > most) throw new RangeError(`${name} has ${size} bytes`)
  return readFileSync(path, 'utf8')
}

let described: readonly DescribedMap[] | undefined
/**
 * The maps that describe their device, in `maps/`: read from the disk at the first use, so that a model is one file and
 * no line of code.
 */
export function describedMaps(): readonly DescribedMap[] {
  described ??= readdirSync(fileURLToPath(new URL('./maps/', import.meta.url)))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name): RegisterMap & Partial<DescribedMap> => JSON.parse(readSized(`maps/${name}`, MOST_BYTES)))
    .filter((map): map is DescribedMap => map.device !== undefined)
  return described
}
