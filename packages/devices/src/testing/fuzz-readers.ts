import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import { openDevice, probeEndpoint } from '../catalog/modbus-devices.ts'
import type { Answer, Block } from '../reads/modbus/dialog.ts'
import { decodeRegister } from '../reads/register-map/decode-item.ts'
import type { DescribedMap } from '../reads/register-map/described-map.ts'
import { describedMaps } from '../reads/register-map/load-maps.ts'
import { decodeMap, planMap } from '../reads/register-map/read-map.ts'
import { openSunSpec, probeSunSpec } from '../reads/sunspec/read-sunspec.ts'
import { answerFrom, finish, putWords, type RegisterImage, readRound } from './register-image.ts'
import { chainWords } from './sunspec-image.ts'

type Random = () => number

/** Numbers from 0 to 1 that follow from a seed. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const edges = [0, 1, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff] as const
const pick = (random: Random, below: number): number => Math.floor(random() * below)
const word = (random: Random): number =>
  random() < 0.3 ? (edges[pick(random, edges.length)] ?? 0) : pick(random, 0x10000)

/** Words, a refusal, nothing, or an answer of a wrong length. */
function anyAnswer(random: Random, { count }: Block): Answer {
  const kind = random()
  if (kind < 0.1) return undefined
  if (kind < 0.2) return { exception: pick(random, 256) }
  const length = kind < 0.3 ? pick(random, 130) : count
  return { words: Array.from({ length }, () => word(random)) }
}

const faultOf = (what: string, { values }: Decoded): string | undefined => {
  for (const [id, value] of Object.entries(values)) {
    const { kind, daily, min, max } = getQuantity(id as QuantityId)
    if (!Number.isFinite(value) || value < min || value > max) return `${what}: ${id} is ${value}`
    if (kind === 'counter' && !daily && value === 0) return `${what}: ${id} is a total of 0`
  }
  return undefined
}

function tryFamily(random: Random, map: DescribedMap): string | undefined {
  const form = {
    variant: pick(random, 3),
    mppt: pick(random, 13),
    phases: pick(random, 4),
    packs: pick(random, 3),
    strings: pick(random, 20),
  }
  const device = { serial: 'F', unit: 1, form, texts: {} }
  const replies = planMap(map, device).flatMap((block) => {
    const answer = anyAnswer(random, block)
    return answer && 'words' in answer ? [{ block, words: answer.words }] : []
  })
  const fault = faultOf(map.id, decodeMap(map, device, replies))
  const item = map.items[pick(random, map.items.length)]
  const value = item && decodeRegister(item, (_, registers) => registers.map(() => word(random)))
  return fault ?? (typeof value === 'number' && !Number.isFinite(value) ? `${map.id} ${item?.id}: ${value}` : undefined)
}

/** A sound chain in which some words are others. */
function trySunSpec(random: Random): string | undefined {
  const ids = [101, 103, 111, 113, 120, 122, 124, 160, 203, 213, 701, 713, 714, 802]
  const models = Array.from({ length: 1 + pick(random, 4) }, () => ids[pick(random, ids.length)] ?? 101)
  const groups = Array.from({ length: pick(random, 9) }, () => ({ DCW: pick(random, 5000), DCV: 300, DCA: 5 }))
  const words = [
    ...chainWords([
      { id: 1, points: { Mn: 'Fuzz', SN: 'F-1' } },
      ...models.map((id) => ({ id, points: {}, ...(id === 160 || id === 714 ? { groups } : {}) })),
    ]),
  ]
  for (let n = pick(random, 40); n > 0; n--) words[2 + pick(random, words.length - 2)] = word(random)
  const image: RegisterImage = new Map()
  putWords(image, 1, 3, 40_000, words)
  const whole = answerFrom(image)
  const answer = (block: Block): Answer => (random() < 0.03 ? anyAnswer(random, block) : whole(block))
  const [candidate] = finish(probeSunSpec(1), answer)
  const reader = candidate && finish(openSunSpec(candidate), answer)
  if (!reader || !('decode' in reader)) return undefined
  for (const decoded of readRound(reader, answer)) {
    const fault = faultOf('sunspec', decoded)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** A whole search and one round at an endpoint that answers anything. */
function tryEndpoint(random: Random): string | undefined {
  const answer = (block: Block): Answer => anyAnswer(random, block)
  for (const candidate of finish(probeEndpoint([1, 3, 100, 247]), answer)) {
    const reader = finish(openDevice(candidate), answer)
    if (!reader || !('decode' in reader)) continue
    for (const decoded of readRound(reader, answer)) {
      const fault = faultOf(candidate.profileId, decoded)
      if (fault !== undefined) return fault
    }
  }
  return undefined
}

/**
 * Readers that are given anything. @returns what they threw, and values that no device can have: none is expected
 * @param count inputs: nine of ten go to the families, one to SunSpec, one in a hundred to a whole search
 */
export function fuzzReaders({ count, seed }: Readonly<{ count: number; seed: number }>): readonly string[] {
  const random = randomFrom(seed)
  const maps = describedMaps()
  const faults: string[] = []
  for (let n = 0; n < count && faults.length < 20; n++) {
    const map = maps[n % maps.length]
    try {
      const fault =
        n % 100 === 7 ? tryEndpoint(random) : n % 10 === 3 ? trySunSpec(random) : map && tryFamily(random, map)
      if (fault !== undefined) faults.push(`${n}: ${fault}`)
    } catch (error) {
      faults.push(`${n}: ${error instanceof Error ? (error.stack ?? error.message) : 'threw'}`)
    }
  }
  return faults
}
