import type { ReadOutcome, RegisterReading, SettingReply } from '@heliograph/contract/maintain-s/command.ts'
import type { RegisterItem, RegisterValue } from '@heliograph/devices/reads/register-map/register-map.ts'
import { quantityOfRegister } from '@heliograph/devices/reads/register-map/register-quantity.ts'
import type { CommandOutcome, SettingOutcome } from '../../intake/commands/commands.ts'

export const toReadOutcome = (outcome: CommandOutcome): ReadOutcome =>
  outcome.state === 'failed'
    ? { state: 'failed', reason: outcome.reason, atMs: null, items: [] }
    : {
        state: 'done',
        reason: null,
        atMs: outcome.atMs,
        items: outcome.items.map(({ item, value }) => toReading(item, value)),
      }

function toReading(item: RegisterItem, value: RegisterValue): RegisterReading {
  const found = typeof value === 'number' && !item.write ? quantityOfRegister(item) : undefined
  return {
    item: item.id,
    label: item.label,
    group: item.group,
    quantity: found?.quantity ?? null,
    unit: item.unit ?? null,
    value: found && typeof value === 'number' ? value * found.factor : value,
    meaning: item.lookup?.[String(value)] ?? null,
    setting: item.write
      ? {
          control: item.write.control,
          min: item.write.min ?? null,
          max: item.write.max ?? null,
          step: item.write.step ?? null,
          options: toOptions(item, item.write),
        }
      : null,
  }
}

function toOptions({ lookup = {} }: RegisterItem, { control, on = 1, off = 0 }: NonNullable<RegisterItem['write']>) {
  if (control === 'number') return []
  return control === 'switch'
    ? [
        { value: off, label: 'Off' },
        { value: on, label: 'On' },
      ]
    : Object.entries(lookup).map(([code, label]) => ({ value: Number(code), label }))
}

export const toSettingReply = (outcome: SettingOutcome, dryRun: boolean): SettingReply => ({
  state: outcome.state,
  reason: outcome.state === 'failed' ? outcome.reason : null,
  dryRun,
  before: outcome.before,
  after: outcome.after,
  address: outcome.state === 'done' ? outcome.address : null,
  words: outcome.state === 'done' ? [...outcome.words] : [],
})
