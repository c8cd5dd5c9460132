import type { MapRecipe } from '../../../api/lab.ts'

/** A map of 200 items has a tenth of this. */
const MOST_BYTES = 256 * 1024
const LONGEST_NAME = 80

/** A map as it was downloaded; the server checks its parts. */
export type MapFile = Readonly<{ name: string; recipe: MapRecipe }>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined: the file is none, or too large to be one. */
export async function readMapFile(file: Pick<File, 'size' | 'text'>): Promise<MapFile | undefined> {
  if (file.size > MOST_BYTES) return undefined
  try {
    const content: unknown = JSON.parse(await file.text())
    if (!isObject(content) || !isObject(content.recipe) || typeof content.name !== 'string') return undefined
    const name = content.name.trim().slice(0, LONGEST_NAME)
    return name === '' ? undefined : { name, recipe: content.recipe as MapRecipe }
  } catch {
    return undefined
  }
}
