/** Devices as the list shows them: with their status, problems first, counted by type. */
import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import type { Device } from '../../../api/devices.ts'
import type { Logger } from '../../../api/loggers.ts'
import type { Status } from '../../../ui/status.tsx'

export type DeviceItem = Readonly<{
  row: Device
  status: Status
  /** Of today; of yesterday while the plant's pages lead with it, where that is known. */
  energyWh: number | null
  isYesterday: boolean
}>

export const isLogger = ({ row }: DeviceItem): boolean => row.type === 'COLLECTOR'

/** @param isYesterdayFirst whether the plant's pages lead with yesterday now */
export function toItems(
  rows: readonly Device[],
  loggers: readonly Logger[] | undefined,
  isYesterdayFirst: boolean,
): readonly DeviceItem[] {
  const bySerial = new Map(loggers?.map((logger) => [logger.serial, logger]))
  return rows.map((row) => {
    const isYesterday = isYesterdayFirst && row.yesterdayWh !== null
    const status = statusOf(row, row.type === 'COLLECTOR' ? bySerial.get(row.serial) : undefined)
    return { row, status, energyWh: isYesterday ? row.yesterdayWh : row.todayWh, isYesterday }
  })
}

/** A logger's own report is newer than its row in the list of devices. */
function statusOf(row: Device, logger: Logger | undefined): Status {
  if (!logger || row.reason?.kind === 'paused') return row.status
  if (logger.state === 'waiting') return 'waiting'
  return logger.online ? 'well' : 'silent'
}

/** The existing types in list order, each with its number. */
export function countTypes(items: readonly DeviceItem[]): readonly Readonly<{ type: DeviceType; count: number }>[] {
  const counts = new Map<DeviceType, number>()
  for (const { row } of items) counts.set(row.type, (counts.get(row.type) ?? 0) + 1)
  return [...counts].map(([type, count]) => ({ type, count }))
}

export const sortKeys = ['name', 'power', 'today', 'total', 'soc', 'seen'] as const
export type SortKey = (typeof sortKeys)[number]
export type Sort = Readonly<{ key: SortKey; down: boolean }>

/** `power` ascending, `-power` descending; anything else sorts by urgency. */
export function readSort(text: string | null): Sort | undefined {
  const down = text?.startsWith('-') ?? false
  const key = sortKeys.find((sortKey) => sortKey === (down ? text?.slice(1) : text))
  return key && { key, down }
}

/** The effect of a click on a column header: numbers descend first, names ascend, the third click sorts by urgency. */
export function nextSort(now: Sort | undefined, key: SortKey): string | null {
  const first = key !== 'name'
  if (now?.key !== key) return first ? `-${key}` : key
  return now.down === first ? (first ? key : `-${key}`) : null
}

const urgency: Readonly<Record<Status, number>> = {
  fault: 0,
  silent: 1,
  partSilent: 1,
  late: 2,
  waiting: 3,
  well: 4,
  asleep: 4,
}

const figureOf = (item: DeviceItem, key: Exclude<SortKey, 'name'>): number | null => {
  const { row } = item
  switch (key) {
    case 'power':
      return row.powerW
    case 'today':
      return item.energyWh
    case 'total':
      return row.totalWh
    case 'soc':
      return row.socPercent
    case 'seen':
      return row.heardAtMs
  }
}

/** Missing values are at the end in either direction. */
export function sortItems(items: readonly DeviceItem[], sort: Sort | undefined, locale: string): readonly DeviceItem[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const byName = (a: DeviceItem, b: DeviceItem): number => compare(a.row.name, b.row.name)
  const sign = sort?.down ? -1 : 1
  return items.toSorted((a, b) => {
    if (!sort) return urgency[a.status] - urgency[b.status] || byName(a, b)
    if (sort.key === 'name') return sign * byName(a, b)
    const [left, right] = [figureOf(a, sort.key), figureOf(b, sort.key)]
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName(a, b)
    return sign * (left - right) || byName(a, b)
  })
}

/**
 * The yield of each device as a share (0 to 1) of the best of the same model and day: the one that lags stands out.
 */
export function shareOfBest(items: readonly DeviceItem[]): ReadonlyMap<number, number> {
  const best = new Map<string, Readonly<{ most: number; count: number }>>()
  const keyOf = (item: DeviceItem): string => {
    const { type, profileId, model } = item.row
    return `${type} ${profileId} ${model} ${item.isYesterday}`
  }
  for (const item of items) {
    const before = best.get(keyOf(item)) ?? { most: 0, count: 0 }
    const { energyWh } = item
    if (energyWh !== null) best.set(keyOf(item), { most: Math.max(before.most, energyWh), count: before.count + 1 })
  }
  return new Map(
    items.flatMap((item): readonly (readonly [number, number])[] => {
      const { most, count } = best.get(keyOf(item)) ?? { most: 0, count: 0 }
      const { energyWh } = item
      return energyWh === null || most <= 0 || count < 2 ? [] : [[item.row.deviceId, energyWh / most]]
    }),
  )
}

export type Branch = Readonly<{ logger: DeviceItem | undefined; devices: readonly DeviceItem[] }>

/** The devices of each logger; a branch without a logger holds the others. */
export function toBranches(items: readonly DeviceItem[]): readonly Branch[] {
  const loggers = items.filter(isLogger)
  const devices = items.filter((item) => !isLogger(item))
  const serials = new Set(loggers.map(({ row }) => row.serial))
  const branches = loggers.map((logger) => ({
    logger,
    devices: devices.filter(({ row }) => row.loggerSerial === logger.row.serial),
  }))
  const direct = devices.filter(({ row }) => row.loggerSerial === null || !serials.has(row.loggerSerial))
  return direct.length > 0 ? [...branches, { logger: undefined, devices: direct }] : branches
}

/** Devices that have strings or a battery of their own to show. */
export const hasParts = ({ row }: DeviceItem): boolean => row.deviceId > 0 && deviceKinds[row.type].isInverter

const behindInverter: readonly DeviceType[] = ['BATTERY', 'OPTIMIZER', 'PV_MODULE', 'COMBINER_BOX']

export type Limb = Readonly<{ item: DeviceItem; parts: readonly DeviceItem[] }>

/**
 * The devices of one logger. Where it has one inverter, batteries, optimizers and modules stand behind it; among several
 * nothing says which, so they stay beside them.
 */
export function toLimbs(devices: readonly DeviceItem[]): readonly Limb[] {
  const [only, ...more] = devices.filter(hasParts)
  if (only === undefined || more.length > 0) return devices.map((item) => ({ item, parts: [] }))
  const parts = devices.filter(({ row }) => behindInverter.includes(row.type))
  return devices
    .filter((device) => !parts.includes(device))
    .map((item) => ({ item, parts: item === only ? parts : [] }))
}
