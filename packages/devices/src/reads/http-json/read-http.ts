import { toBaseUnit } from '@heliograph/domain/accepted-units.ts'
import { getQuantity, plausibleValue, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Complaint, Decoded } from '@heliograph/domain/reading.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { parseHeadless, parseTelegram } from '@heliograph/wires/meter/telegram.ts'
import { fromHex, readObis } from '../obis/obis.ts'
import { findAll, findFirst, holds, type Root, toNumber } from './json-path.ts'
import type { HttpDevice, HttpItem, HttpProfile } from './profile.ts'

/** Replies by the names of their requests; those of a request with `each` are a list. Text replies are strings. */
export type HttpReplies = Readonly<Record<string, unknown>>

export type HttpReading = Readonly<{
  key: string
  decoded: Decoded
  role?: 'grid' | 'load' | 'generation'
  /** Its gateway names it and does not reach it: it has no values. */
  isAsleep?: true
}>

/** Of one address. */
const MOST_DEVICES = 50

/** The devices in the replies, with their values. Never throws, whatever the replies are. */
export function readHttp(profile: HttpProfile, replies: HttpReplies): readonly HttpReading[] {
  return profile.devices.flatMap((device) => readDevices(profile, device, replies)).slice(0, MOST_DEVICES)
}

function readDevices(profile: HttpProfile, device: HttpDevice, replies: HttpReplies): readonly HttpReading[] {
  if (device.each === undefined) return readDevice(profile, device, replies, false)
  for (const path of device.each) {
    const found = findAll(replies, path).slice(0, MOST_DEVICES)
    const read = found.flatMap((item) => readDevice(profile, device, { ...replies, item }, found.length > 1))
    if (read.length > 0) return read
  }
  return []
}

function readDevice(profile: HttpProfile, device: HttpDevice, root: Root, isOne: boolean): readonly HttpReading[] {
  const conditions = typeof device.when === 'string' ? [device.when] : (device.when ?? [])
  if (!conditions.every((condition) => holds(root, condition))) return []
  const own = findSerial(device, root) ?? `${profile.id}-${device.key}`
  const serial = device.part === undefined ? own : `${own}-${device.part}`
  const key = isOne ? `${device.key} ${serial}` : device.key
  const role = device.role && { role: device.role }
  if (device.telegram !== undefined) {
    const decoded = readTelegram(findFirst(root, device.telegram))
    return decoded ? [{ key, decoded: { ...decoded, profileId: `http-${profile.id}` }, ...role }] : []
  }
  const isAsleep = device.isAwakeWhen !== undefined && !holds(root, device.isAwakeWhen)
  const { values, complaints } = isAsleep ? { values: {}, complaints: [] } : readItems(device.items, root)
  if (!isAsleep && Object.keys(values).length === 0 && complaints.length === 0) return []
  const texts = {
    model: toText(findFirst(root, device.model ?? [])) ?? profile.title,
    ...optional('firmware', toText(findFirst(root, device.firmware ?? []))),
  }
  return [
    {
      key,
      ...role,
      ...(isAsleep && { isAsleep }),
      decoded: {
        deviceSerial: serial,
        deviceType: device.type,
        ...optional('deviceName', toText(findFirst(root, device.name ?? []))),
        profileId: `http-${profile.id}`,
        values,
        texts,
        complaints,
      },
    },
  ]
}

function readItems(items: readonly HttpItem[], root: Root): Pick<Decoded, 'values' | 'complaints'> {
  const values: Partial<Record<QuantityId, number>> = {}
  const complaints: Complaint[] = []
  for (const item of items) {
    const { quantity } = item
    if (values[quantity] !== undefined || (item.when !== undefined && !holds(root, item.when))) continue
    const raw = readItem(item, root)
    if (raw === undefined) continue
    // A lifetime counter of what was generated is 0 while the device has not read it yet.
    if (raw === 0 && quantity === 'generationTotalWh') complaints.push({ code: 'zero-total', quantity, raw })
    else {
      const value = plausibleValue(getQuantity(quantity), raw)
      if (value === undefined) complaints.push({ code: 'out-of-range', quantity, raw })
      else values[quantity] = value
    }
  }
  return { values, complaints }
}

function readItem(item: HttpItem, root: Root): number | undefined {
  const { quantity, scale = 1, unitFrom, isTurned } = item
  const sum = readSum(item, root)
  if (sum === undefined) return undefined
  const unit = unitFrom === undefined ? undefined : findFirst(root, unitFrom)
  const base = typeof unit === 'string' ? toBaseUnit(sum, unit, getQuantity(quantity).unit) : sum * scale
  // Nobody wants to see -0.
  return base === undefined ? undefined : Number((isTurned ? -base : base).toPrecision(15)) + 0
}

function readSum({ from, isSum, isGreatest, orAll }: HttpItem, root: Root): number | undefined {
  const numbersAt = (path: string): readonly number[] => findAll(root, path).flatMap((value) => toNumber(value) ?? [])
  const paths = typeof from === 'string' ? [from] : from
  if (isGreatest) {
    const all = paths.flatMap(numbersAt)
    return all.length === 0 ? undefined : Math.max(...all)
  }
  for (const path of paths) {
    const [first, ...others] = numbersAt(path)
    if (first !== undefined) return isSum ? others.reduce((sum, value) => sum + value, first) : first
  }
  const parts = (orAll ?? []).flatMap((path) => findAll(root, path).slice(0, 1)).map(toNumber)
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  return parts.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

/** A telegram in braces, with its head or without. */
function readTelegram(value: unknown): Decoded | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replace(/^\s*\{\s*/, '').replace(/\s*\}\s*$/, '')
  if (!text.startsWith('/')) {
    const values = parseHeadless(text)
    return values && values.length > 0 ? readObis({ form: 'text', ident: '', values }) : undefined
  }
  const telegram = parseTelegram(Buffer.from(`${text}\r\n`, 'latin1'))
  return typeof telegram === 'string' ? undefined : readObis(telegram)
}

const optional = <K extends string>(name: K, value: string | undefined): Partial<Record<K, string>> =>
  value === undefined ? {} : ({ [name]: value } as Record<K, string>)

function toText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = cleanLine(String(value)).slice(0, 60)
  return text === '' ? undefined : text
}

/** Devices that do not know their number write these, and all of a kind the same. */
const noSerial = /^(?:0*|n\.?\/?a\.?|none|null|unknown|undefined)$/i

function findSerial({ serial, isHexSerial }: HttpDevice, root: Root): string | undefined {
  for (const path of serial) {
    const found = toText(findFirst(root, path))
    const text = (isHexSerial ? fromHex(found ?? '') : (found ?? '')).replace(/[^\x21-\x7e]/g, '').slice(0, 64)
    if (!noSerial.test(text)) return text
  }
  return undefined
}
