import { roundOff } from './decode-item.ts'
import { type NumberType, writeNumber } from './number-words.ts'
import type { RegisterItem } from './register-map.ts'

/**
 * The words of a setting for a value, low word first.
 * @throws RangeError for an item that is not written, or a value outside its bounds, steps or codes
 */
export function encodeRegister(item: RegisterItem, value: number): readonly number[] {
  const { write, type, scale = 1, offset = 0, rawRange } = item
  if (!write || !isSettable(type) || item.mask !== undefined || item.divide !== undefined)
    throw new RangeError(`${item.id} is not written`)
  const raw = Math.round((item.negate ? 0 - value : value) / scale + offset)
  const isWhole = Math.abs(roundOff((raw - offset) * scale) - (item.negate ? 0 - value : value)) < 1e-9
  const isStep = write.step === undefined || Math.abs(value / write.step - Math.round(value / write.step)) < 1e-6
  const isInside =
    value >= (write.min ?? -Infinity) &&
    value <= (write.max ?? Infinity) &&
    raw >= Math.max(rawRange?.min ?? -Infinity, lowest[type]) &&
    raw <= Math.min(rawRange?.max ?? Infinity, highest[type])
  const isCode =
    write.control === 'number' ||
    (write.control === 'switch'
      ? raw === (write.on ?? 1) || raw === (write.off ?? 0)
      : item.lookup?.[String(raw)] !== undefined)
  if (!Number.isFinite(value) || !isWhole || !isStep || !isInside || !isCode)
    throw new RangeError(`${item.id} takes no ${value}`)
  return writeNumber(type, raw)
}

const lowest = { u16: 0, s16: -0x8000, u32: 0, s32: -0x8000_0000 } as const
const highest = { u16: 0xffff, s16: 0x7fff, u32: 0xffff_ffff, s32: 0x7fff_ffff } as const
const isSettable = (type: string): type is keyof typeof lowest & NumberType => type in lowest
