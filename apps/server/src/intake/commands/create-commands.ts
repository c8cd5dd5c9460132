import type { RegisterItem, RegisterValue } from '@heliograph/devices/reads/register-map/register-map.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Wires } from '../ingest/ingest.ts'
import { beginCommand, endCommand } from './command-log.ts'
import {
  type Ask,
  type Dialog,
  DialogFault,
  type Fault,
  planWrite,
  type ReadItem,
  readItems,
  writePlan,
} from './device-dialog.ts'
import { type DeviceTarget, findTarget, itemsOf, type Unreachable } from './device-target.ts'
import type { LoggerLines } from './logger-lines.ts'

type Place = Readonly<{ plantId: number; deviceId: number; userId: number }>

export type CommandOutcome =
  | Readonly<{ state: 'done'; atMs: number; items: readonly ReadItem[] }>
  | Readonly<{ state: 'failed'; reason: Fault | Unreachable }>

/** `words`: the registers that were or would be written, from `address` on. */
export type SettingOutcome =
  | Readonly<{
      state: 'done'
      isDryRun: boolean
      before: RegisterValue
      after: RegisterValue
      address: number
      words: readonly number[]
    }>
  | Readonly<{ state: 'failed'; reason: Fault | Unreachable; before: RegisterValue; after: RegisterValue }>

export type DeviceCommands = Readonly<{
  /** Reads everything the device has to say now. @throws Refusal NOT_FOUND, DEVICE_BUSY, TRIGGER_ISSUED */
  read: (place: Place) => Promise<CommandOutcome>
  /**
   * Sets one item and reads it back; a dry run reads and prepares only.
   * @throws Refusal NOT_FOUND, NO_PERMISSION, PARAM_ERROR, DEVICE_BUSY
   */
  set: (place: Place, setting: Readonly<{ item: string; value: number; isDryRun: boolean }>) => Promise<SettingOutcome>
}>

export function createCommands(
  options: Readonly<{
    db: Db
    wires: Pick<Wires, 'hasLine'>
    lines: Pick<LoggerLines, 'ask'>
    now: () => number
    wait: (ms: number) => Promise<void>
  }>,
): DeviceCommands {
  const { db, wires, lines, now, wait } = options
  const dialogWith = ({ source }: DeviceTarget): Dialog => {
    const ask: Ask = (rtu) => lines.ask(source, rtu)
    return { ask, wait }
  }
  return {
    read: async ({ userId, ...place }) => {
      const target = await findTarget(db, wires, place)
      if (typeof target === 'string') return { state: 'failed', reason: target }
      const id = await beginCommand(db, target, { kind: 'read', userId }, now())
      try {
        const items = await readItems(dialogWith(target), itemsOf(target), target.map)
        await endCommand(db, id, { state: 'done' }, now())
        return { state: 'done', atMs: now(), items }
      } catch (error) {
        const reason = faultOf(error)
        await endCommand(db, id, { state: 'failed', reason: reason ?? 'error' }, now())
        if (reason === undefined) throw error
        return { state: 'failed', reason }
      }
    },
    set: async ({ userId, ...place }, { item: name, value, isDryRun }) => {
      const target = await findTarget(db, wires, place)
      if (typeof target === 'string') return { state: 'failed', reason: target, before: null, after: null }
      if (target.permission !== 'write') throw new Refusal('NO_PERMISSION')
      const item = findSetting(target, name)
      const command = { kind: isDryRun ? 'read' : 'write', userId, item: name, wanted: value } as const
      const id = await beginCommand(db, target, command, now())
      let before: RegisterValue = null
      try {
        const dialog = dialogWith(target)
        const plan = await planWrite(dialog, item, value)
        before = plan.before
        const after = isDryRun ? before : await writePlan(dialog, item, plan)
        const isTaken = isDryRun || after === value
        const end = { state: isTaken ? 'done' : 'failed', before: toNumber(before), after: toNumber(after) } as const
        await endCommand(db, id, isTaken ? end : { ...end, reason: 'unlike' }, now())
        const { address, words } = plan
        return isTaken
          ? { state: 'done', isDryRun, before, after, address, words }
          : { state: 'failed', reason: 'unlike', before, after }
      } catch (error) {
        const reason = faultOf(error)
        const failure = reason ?? (error instanceof RangeError ? 'value' : 'error')
        await endCommand(db, id, { state: 'failed', reason: failure, before: toNumber(before) }, now())
        if (error instanceof RangeError) throw new Refusal('PARAM_ERROR', { field: 'value' })
        if (reason === undefined) throw error
        return { state: 'failed', reason, before, after: null }
      }
    },
  }
}

function findSetting(target: DeviceTarget, name: string): RegisterItem {
  const item = itemsOf(target).find(({ id, write }) => id === name && write !== undefined)
  if (item === undefined) throw new Refusal('PARAM_ERROR', { field: 'item' })
  return item
}

const faultOf = (error: unknown): Fault | undefined => (error instanceof DialogFault ? error.fault : undefined)
const toNumber = (value: RegisterValue): number | null => (typeof value === 'number' ? value : null)
