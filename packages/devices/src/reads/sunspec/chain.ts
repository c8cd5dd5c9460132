import type { Answer, Block, Dialog } from '../modbus/dialog.ts'

/** A model in the chain of a unit: its number, the address of its header, and its length behind the header. */
export type Link = Readonly<{ id: number; address: number; length: number }>

/** Where the standard lets a chain start, and one beside it: documents count from 1. */
export const usualBases = [40_000, 50_000, 0, 40_001, 39_999, 50_001, 1] as const

const MARKER = [0x5375, 0x6e53] as const
const END = 0xffff
const MOST_MODELS = 60
const MOST_LENGTH = 1_000

/** A request that is never cut: scale factors come with their points. */
export const span = (unit: number, address: number, count: number): Block => ({
  unit,
  function: 3,
  address,
  count,
  cuts: [],
})

const wordsOf = (answer: Answer): readonly number[] | undefined =>
  answer !== undefined && 'words' in answer ? answer.words : undefined

/**
 * The models of a unit from a base on, walked by their lengths: addresses differ between devices and firmwares. It ends
 * at the end marker, at an address that the device refuses (some have no marker), or at what is no model.
 * @returns undefined where no chain starts here, or the device fell silent in it
 */
export function* walkChain(unit: number, base: number): Dialog<readonly Link[] | undefined> {
  const marker = wordsOf(yield span(unit, base, 2))
  if (marker?.[0] !== MARKER[0] || marker[1] !== MARKER[1]) return undefined
  const links: Link[] = []
  let address = base + 2
  while (links.length < MOST_MODELS && address + 2 <= 0x10000) {
    const answer = yield span(unit, address, 2)
    if (answer === undefined) return undefined
    const [id = END, length = 0] = wordsOf(answer) ?? []
    if (id === END || id === 0 || id === 0x8000 || length === 0 || length > MOST_LENGTH) break
    links.push({ id, address, length })
    address += 2 + length
  }
  return links.length > 0 ? links : undefined
}

/** The models that belong to one device: each common model begins another one. */
export function splitDevices(links: readonly Link[]): readonly (readonly Link[])[] {
  const devices: Link[][] = []
  for (const link of links) {
    if (link.id === 1 || devices.length === 0) devices.push([])
    devices.at(-1)?.push(link)
  }
  return devices
}
