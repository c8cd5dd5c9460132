/** The first line of the device list: which device has which problem, or that none has. */
import type { Status } from '../../../ui/status.tsx'
import { type DeviceItem, isLogger } from './device-items.ts'

export type DevicesAnswer =
  | Readonly<{ kind: 'none' }>
  | Readonly<{ kind: 'one'; what: Trouble; name: string; sinceMs: number | null; others: number }>
  | Readonly<{ kind: 'many'; what: Trouble; count: number; total: number; sinceMs: number | null; others: number }>
  | Readonly<{ kind: 'paused'; sinceMs: number | null }>
  | Readonly<{ kind: 'asleep'; count: number; total: number }>
  | Readonly<{ kind: 'ok'; total: number; powerW: number | null }>

const troubles = ['fault', 'silent', 'late', 'waiting'] as const satisfies readonly Status[]
export type Trouble = (typeof troubles)[number]

/** A person paused its connection: it is missed by nobody. */
const isPaused = ({ row }: DeviceItem): boolean => row.reason?.kind === 'paused'
const isTrouble = (item: DeviceItem): boolean => !isPaused(item) && troubles.some((trouble) => trouble === item.status)

export function answerFor(items: readonly DeviceItem[]): DevicesAnswer {
  const total = items.length
  if (total === 0) return { kind: 'none' }
  for (const what of troubles) {
    const found = items.filter((item) => item.status === what && isTrouble(item))
    const [first] = found
    if (!first) continue
    const times = found.flatMap(({ row }) => (row.heardAtMs === null ? [] : [row.heardAtMs]))
    const sinceMs = times.length === 0 ? null : Math.min(...times)
    // Minor problems are not named, but never hidden.
    const others = items.filter(isTrouble).length - found.length
    return found.length === 1
      ? { kind: 'one', what, name: first.row.name, sinceMs, others }
      : { kind: 'many', what, count: found.length, total, sinceMs, others }
  }
  const paused = items.find(isPaused)
  if (paused) return { kind: 'paused', sinceMs: paused.row.reason?.sinceMs ?? null }
  const devices = items.filter((item) => !isLogger(item))
  const asleep = devices.filter(({ status }) => status === 'asleep').length
  if (asleep > 0 && asleep === devices.length) return { kind: 'asleep', count: asleep, total }
  return { kind: 'ok', total, powerW: sumOfPower(devices) }
}

/** W; null when no device produces, so that no "0 W" is shown. */
function sumOfPower(devices: readonly DeviceItem[]): number | null {
  const sum = devices.reduce((before, { row }) => before + (row.powerW ?? 0), 0)
  return sum > 0 ? sum : null
}
