import type { Answer, Block, Candidate, Dialog, OtherDevice, Reader, Reply } from '../modbus/dialog.ts'
import { usualPace } from '../modbus/dialog.ts'
import { type ReadWords, readFrom } from '../modbus/replies.ts'
import { decodeRegister } from './decode-item.ts'
import type { DescribedMap, PartCount, Test } from './described-map.ts'
import { toUnsigned } from './number-words.ts'
import { planItems } from './plan-items.ts'
import { decodeMap, planMap } from './read-map.ts'
import type { RegisterItem } from './register-map.ts'
import type { DeviceForm } from './resolve-items.ts'

/** The gateway's codes for "the unit behind me does not answer". */
const NO_UNIT: readonly number[] = [0x0a, 0x0b]

/** The answers of a unit so far, while families are tried; a block is asked once. */
export type Known = Readonly<{
  unit: number
  replies: Map<string, Reply | null>
  /** So many requests without an answer show that it is not there. */
  mostSilences: number
  state: { silences: number; answers: number }
}>
/** The answers of a unit that was not asked yet. */
export const knowNothing = (unit: number, mostSilences = 2): Known => ({
  unit,
  replies: new Map(),
  mostSilences,
  state: { silences: 0, answers: 0 },
})

/** A unit that left its first requests unanswered is not there; asking on would take minutes. */
export const isAbsent = ({ state, mostSilences }: Known): boolean =>
  state.answers === 0 && state.silences >= mostSilences

const isHeard = (answer: Answer): boolean =>
  answer !== undefined && !('exception' in answer && NO_UNIT.includes(answer.exception))

/** Counts the answers of another dialog with the unit, and ends it when the unit is not there. */
export function* watch<Result>(known: Known, dialog: Dialog<readonly Result[]>): Dialog<readonly Result[]> {
  let step = dialog.next()
  while (!step.done) {
    const answer = yield step.value
    if (isHeard(answer)) known.state.answers++
    else known.state.silences++
    if (isAbsent(known)) return []
    step = dialog.next(answer)
  }
  return step.value
}

function* ask(known: Known, blocks: readonly Block[]): Dialog<readonly Reply[]> {
  const replies: Reply[] = []
  for (const block of blocks) {
    const key = `${block.function} ${block.address} ${block.count}`
    let reply = known.replies.get(key)
    if (reply === undefined) {
      if (isAbsent(known)) return replies
      const answer = yield block
      if (isHeard(answer)) known.state.answers++
      else known.state.silences++
      reply = answer !== undefined && 'words' in answer ? { block, words: answer.words } : null
      known.replies.set(key, reply)
    }
    if (reply) replies.push(reply)
  }
  return replies
}

const itemsNamed = (map: DescribedMap, ids: readonly (string | undefined)[]): readonly RegisterItem[] =>
  map.items.filter(({ id }) => ids.includes(id))

const planNamed = (map: DescribedMap, unit: number, ids: readonly (string | undefined)[]): readonly Block[] =>
  planItems(itemsNamed(map, ids), { unit, maxRegisters: map.maxRegisters, maxGap: map.maxGap })

type Values = Readonly<{ raw: (id: string) => number | undefined; shown: (id: string | undefined) => string }>

function valuesOf(map: DescribedMap, read: ReadWords): Values {
  const find = (id: string | undefined) => map.items.find((item) => item.id === id)
  return {
    raw: (id) => {
      const item = find(id)
      const words = item && read(item.function, item.registers)
      return words && Number(toUnsigned(words))
    },
    shown: (id) => {
      const item = find(id)
      const value = item && decodeRegister(item, read)
      return value === undefined || value === null ? '' : (item?.lookup?.[String(value)] ?? String(value))
    },
  }
}

const passes = (test: Test, map: DescribedMap, read: ReadWords): boolean =>
  holdsAlone(test, map, read) || (test.or !== undefined && passes(test.or, map, read))

const itemsTested = (test: Test): readonly string[] => [test.item, ...(test.or ? itemsTested(test.or) : [])]

function holdsAlone(test: Test, map: DescribedMap, read: ReadWords): boolean {
  const item = map.items.find(({ id }) => id === test.item)
  const value = item && decodeRegister(item, read)
  if (value === undefined || value === null) return false
  if (test.in && !test.in.includes(Number(value))) return false
  if (test.notIn?.includes(Number(value))) return false
  if (test.matches !== undefined && !new RegExp(test.matches).test(String(value))) return false
  const [low, high] = test.between ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  return typeof value !== 'number' || (value >= low && value <= high)
}

/** Whether a unit is a device of this family. */
export function* tryMap(map: DescribedMap, known: Known): Dialog<Candidate | undefined> {
  const { identify } = map.device
  const tested = identify.tests.flatMap(itemsTested)
  const read = readFrom(yield* ask(known, planNamed(map, known.unit, tested)))
  if (!identify.tests.every((test) => passes(test, map, read))) return undefined
  return yield* describe(map, known)
}

function* describe(map: DescribedMap, known: Known): Dialog<Candidate> {
  const { identify, model } = map.device
  const named = [identify.serial, identify.model, identify.firmware, identify.variant?.item]
  const { raw, shown } = valuesOf(map, readFrom(yield* ask(known, planNamed(map, known.unit, named))))
  const variant = variantOf(map, raw, shown)
  return {
    wire: 'modbus',
    profileId: map.id,
    unit: known.unit,
    maker: map.maker,
    model: shown(identify.model) || model,
    serial: shown(identify.serial).replace(/[^A-Za-z0-9._/-]/g, ''),
    ...(shown(identify.firmware) ? { firmware: shown(identify.firmware) } : {}),
    ...(variant === undefined ? {} : { variant }),
    confidence: identify.confidence,
    why: identify.why,
  }
}

function variantOf({ device }: DescribedMap, raw: Values['raw'], shown: Values['shown']): number | undefined {
  const rule = device.identify.variant
  if (!rule) return undefined
  const text = shown(rule.item)
  return rule.of?.[String(raw(rule.item))] ?? rule.matches?.find(([pattern]) => new RegExp(pattern).test(text))?.[1]
}

/**
 * A device of this family, ready to be polled. The parts that it has are read now.
 * @returns undefined when it is silent
 */
export function* openMap(map: DescribedMap, candidate: Candidate): Dialog<Reader | OtherDevice | undefined> {
  const { counts = {}, serial } = map.device.identify
  const known = knowNothing(candidate.unit)
  const parts = Object.values(counts).map(({ item }) => item)
  const blocks = planNamed(map, candidate.unit, [serial, ...parts])
  const { raw, shown } = valuesOf(map, readFrom(yield* ask(known, blocks)))
  if (blocks.length > 0 && known.state.answers === 0) return undefined
  const found = shown(serial).replace(/[^A-Za-z0-9._/-]/g, '')
  if (found !== '' && candidate.serial !== '' && found !== candidate.serial) return { otherSerial: found }
  const variant = candidate.variant ?? 0
  const form: DeviceForm = {
    variant,
    ...Object.fromEntries(
      Object.entries(counts).flatMap(([part, rule]) => {
        const count = countOf(rule, raw)
        return count === undefined ? [] : [[part, count]]
      }),
    ),
    ...(map.device.tags ? { tags: map.device.tags[variant] ?? [] } : {}),
  }
  const texts = { model: candidate.model, ...(candidate.firmware ? { firmware: candidate.firmware } : {}) }
  const device = { serial: candidate.serial || found, unit: candidate.unit, form, texts }
  return {
    pace: { ...usualPace, ...map.device.pace },
    isSingle: map.device.isSingle === true,
    blocks: planMap(map, device),
    decode: (replies) => [decodeMap(map, device, replies)],
  }
}

/** 0 means that the device does not say. */
function countOf({ item, mask = 0xffff, shift = 0, most = 99 }: PartCount, raw: Values['raw']): number | undefined {
  const value = raw(item)
  const count = value === undefined ? 0 : (value & mask) >> shift
  return count === 0 || count > most ? undefined : count
}
