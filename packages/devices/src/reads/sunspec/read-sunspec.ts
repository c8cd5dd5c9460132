import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Complaint, Decoded } from '@heliograph/domain/reading.ts'
import {
  type Candidate,
  type Dialog,
  type OtherDevice,
  type Reader,
  type Reply,
  type Block as Request,
  usualPace,
} from '../modbus/dialog.ts'
import { type Link, span, splitDevices, usualBases, walkChain } from './chain.ts'
import { type Blocks, inverterModels, takeInputs, takeInverter } from './inverter.ts'
import { meterModels, roleOf, takeMeter } from './meter.ts'
import { findModel, type Model, sizeOf } from './models.ts'
import { type Block, type Points, readModel } from './point.ts'
import type { Draft } from './quantities.ts'
import { hasBattery, takeBattery } from './storage.ts'

/** One request brings at most this many registers. */
const MOST_REGISTERS = 125

/** Models of a round; ratings are read once, when the device is opened. */
const polled: ReadonlySet<number> = new Set([...inverterModels, ...meterModels, 122, 124, 160, 713, 714, 802])
const readOnce: ReadonlySet<number> = new Set([1, 120, 702])

type Common = Readonly<{ maker: string; model: string; serial: string; firmware: string; options: string }>
type Kind = 'inverter' | 'hybrid' | 'meter' | 'battery'
type Device = Readonly<{ links: readonly Link[]; common: Common; once: Blocks; kind: Kind }>

const includes = (ids: readonly number[], id: number): boolean => ids.includes(id)

/**
 * The requests that bring a model. A scale factor must come with its points: a model that is longer than a request is
 * read in pieces of whole groups, and its head once more at the end, which shows that the scale factors stayed.
 */
function planLink(unit: number, { id, address, length }: Link): readonly Request[] {
  const model = findModel(id)
  const whole = length + 2
  if (whole <= MOST_REGISTERS) return [span(unit, address, whole)]
  if (!model?.group)
    return [span(unit, address, Math.min(MOST_REGISTERS, model ? sizeOf(model.points) : MOST_REGISTERS))]
  const [head, size] = [sizeOf(model.points), sizeOf(model.group.points)]
  const first = head + Math.floor((MOST_REGISTERS - head) / size) * size
  const step = Math.floor(MOST_REGISTERS / size) * size
  const requests = [span(unit, address, first)]
  for (let at = first; at + size <= whole; at += step)
    requests.push(span(unit, address + at, Math.min(step, Math.floor((whole - at) / size) * size)))
  return [...requests, span(unit, address, head)]
}

/** The decoded model of a link; undefined where a piece is missing or its head changed. */
function decodeLink(unit: number, link: Link, replies: readonly Reply[], complaints: Complaint[]): Block | undefined {
  const model = findModel(link.id)
  const [first, ...rest] = planLink(unit, link).map(
    ({ address, count }) =>
      replies.find(
        ({ block, words }) =>
          block.function === 3 && block.address === address && block.count === count && words.length === count,
      )?.words,
  )
  // The header belongs to the reply: a switch between integers and floats moves everything.
  if (!model || first?.[0] !== link.id || first[1] !== link.length) return undefined
  const end = rest.length > 1 ? rest.at(-1) : undefined
  const isSteady = rest.length === 0 || (end !== undefined && hasSameHead(model, first, end))
  const pieces = rest.slice(0, -1)
  const extra = isSteady && pieces.every((piece) => piece !== undefined) ? pieces.flatMap((piece) => piece ?? []) : []
  const block = readModel(model, first, extra)
  if (!('badScale' in block)) return block
  complaints.push({ code: 'out-of-range', raw: block.badScale })
  return undefined
}

/** Whether the scale factors of a long model are those that were read before its later groups. */
function hasSameHead({ points }: Model, before: readonly number[], after: readonly number[]): boolean {
  let at = 0
  for (const { type, size } of points) {
    if (type === 'sunssf' && before[at] !== after[at]) return false
    at += size
  }
  return true
}

const textOf = (points: Points, name: string): string => String(points[name] ?? '').trim()

const commonOf = (block: Block | undefined): Common => ({
  maker: textOf(block?.points ?? {}, 'Mn'),
  model: textOf(block?.points ?? {}, 'Md'),
  serial: textOf(block?.points ?? {}, 'SN').replace(/[^A-Za-z0-9._/-]/g, ''),
  firmware: textOf(block?.points ?? {}, 'Vr'),
  options: textOf(block?.points ?? {}, 'Opt'),
})

function* readOnceOf(unit: number, links: readonly Link[]): Dialog<Blocks> {
  const blocks = new Map<number, Block>()
  for (const link of links) {
    const replies: Reply[] = []
    for (const request of planLink(unit, link)) {
      const answer = yield request
      if (answer && 'words' in answer) replies.push({ block: request, words: answer.words })
    }
    const block = decodeLink(unit, link, replies, [])
    if (block) blocks.set(link.id, block)
  }
  return blocks
}

/** The devices of a chain. A meter among the models of an inverter is a device of its own. */
function* findDevices(unit: number, chain: readonly Link[]): Dialog<readonly Device[]> {
  const devices: Device[] = []
  for (const links of splitDevices(chain)) {
    // A battery is known from how its models are filled; ratings do not change.
    const once = yield* readOnceOf(
      unit,
      links.filter(({ id }) => readOnce.has(id) || id === 124),
    )
    const common = commonOf(once.get(1))
    const meters = links.filter(({ id }) => includes(meterModels, id))
    const others = links.filter(({ id }) => polled.has(id) && !includes(meterModels, id))
    const isInverter = others.some(({ id }) => includes(inverterModels, id))
    const isStored = others.some(({ id }) => id === 802 || id === 713) || hasBattery(once)
    if (isInverter) devices.push({ links: others, common, once, kind: isStored ? 'hybrid' : 'inverter' })
    else if (isStored) devices.push({ links: others, common, once, kind: 'battery' })
    for (const [index, meter] of meters.entries()) {
      const isOwn = !isInverter && !isStored && meters.length === 1
      const serial = isOwn || common.serial === '' ? common.serial : `${common.serial}-M${index + 1}`
      devices.push({ links: [meter], common: { ...common, serial }, once, kind: 'meter' })
    }
  }
  return devices
}

const types: Readonly<Record<Kind, DeviceType>> = {
  inverter: 'INVERTER',
  hybrid: 'INVERTER',
  meter: 'SMART_METER',
  battery: 'BATTERY',
}

function* openChain(
  unit: number,
  bases: readonly number[],
): Dialog<Readonly<{ base: number; devices: readonly Device[] }> | undefined> {
  for (const base of new Set(bases)) {
    const chain = yield* walkChain(unit, base)
    const devices = chain ? yield* findDevices(unit, chain) : []
    if (devices.length > 0) return { base, devices }
  }
  return undefined
}

/** The SunSpec devices of a unit. The first of them is read with the others behind it. */
export function* probeSunSpec(unit: number): Dialog<readonly Candidate[]> {
  const found = yield* openChain(unit, usualBases)
  const [first] = found?.devices ?? []
  if (!found || !first) return []
  const { common, kind } = first
  const role = kind === 'meter' ? roleOf(common.options) : undefined
  return [
    {
      wire: 'sunspec',
      profileId: `sunspec-${kind}`,
      unit,
      maker: common.maker,
      model: common.model,
      serial: common.serial,
      ...(common.firmware ? { firmware: common.firmware } : {}),
      confidence: common.serial === '' ? 0.8 : 1,
      why: 'sunspec',
      base: found.base,
      ...(role ? { role } : {}),
    },
  ]
}

/**
 * A SunSpec unit, ready to be polled. The chain is walked anew: an inverter may have been switched between integers and
 * floats, and firmwares move the models.
 * @returns undefined when it is silent or speaks no SunSpec any more
 */
export function* openSunSpec(candidate: Candidate): Dialog<Reader | OtherDevice | undefined> {
  const { unit, serial, base = usualBases[0] } = candidate
  const found = yield* openChain(unit, [base, ...usualBases])
  if (!found) return undefined
  const { devices } = found
  const own = devices[0]?.common.serial ?? ''
  if (own !== '' && serial !== '' && own !== serial) return { otherSerial: own }
  return {
    pace: usualPace,
    isSingle: false,
    blocks: devices.flatMap(({ links }) => links.flatMap((link) => planLink(unit, link))),
    decode: (replies) => devices.map((device, index) => decodeDevice(unit, device, replies, index === 0 ? serial : '')),
  }
}

function decodeDevice(unit: number, device: Device, replies: readonly Reply[], knownSerial: string): Decoded {
  const { links, common, once, kind } = device
  const draft: Draft = { values: {}, complaints: [] }
  const blocks = new Map(once)
  for (const link of links) {
    const block = decodeLink(unit, link, replies, draft.complaints)
    if (block) blocks.set(link.id, block)
    else blocks.delete(link.id)
  }
  if (kind === 'meter') {
    const block = blocks.get(links[0]?.id ?? 0)
    if (block) takeMeter(draft, block, common.maker)
  } else {
    takeInverter(draft, blocks)
    takeInputs(draft, blocks, { maker: common.maker, hasBattery: hasBattery(blocks) })
    takeBattery(draft, blocks)
  }
  const role = kind === 'meter' ? roleOf(common.options) : undefined
  const texts = { maker: common.maker, model: common.model, firmware: common.firmware, meterRole: role ?? '' }
  return {
    deviceSerial: knownSerial === '' ? common.serial : knownSerial,
    deviceType: types[kind],
    profileId: `sunspec-${kind}`,
    values: draft.values,
    texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    complaints: draft.complaints,
  }
}
