import type { RegisterItem, RegisterMap } from '@heliograph/devices/reads/register-map/register-map.ts'
import { quantityOfRegister } from '@heliograph/devices/reads/register-map/register-quantity.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { decodeReadRequest, encodeException, encodeReadReply } from '@heliograph/wires/modbus/rtu.ts'
import { decodeWriteRequest, encodeWriteReply } from '@heliograph/wires/modbus/rtu-write.ts'

const ILLEGAL_FUNCTION = 1
const ILLEGAL_ADDRESS = 2
const ILLEGAL_VALUE = 3

export type RegisterBank = Readonly<{
  /** The device's Modbus reply; undefined: it does not answer. */
  answer: (rtu: Uint8Array) => Uint8Array | undefined
}>

/**
 * The registers of a simulated device, by its map: readings as the device would report them now, settings as they were
 * left. Like a real one it refuses what it does not have and values outside a setting's range.
 * @param readValues undefined while the device sleeps
 */
export function createRegisterBank(map: RegisterMap, readValues: () => Values | undefined): RegisterBank {
  const settings = map.items.filter(({ write }) => write)
  const held = new Map<number, number>()
  for (const item of settings)
    for (const [index, word] of initial(item).entries()) held.set(item.registers[index] ?? 0, word)

  const readWord = (fn: number, address: number, values: Values): number | undefined => {
    const item = map.items.find((entry) => entry.function === fn && entry.registers.includes(address))
    if (!item) return undefined
    if (item.write) return held.get(address) ?? 0
    const place = item.registers.indexOf(address)
    return Math.floor(toRaw(item, values) / 0x10000 ** place) % 0x10000
  }
  const write = (address: number, words: readonly number[]): number | undefined => {
    const meant = words.map((word, index) => ({ address: address + index, word }))
    const known = settings.flatMap(({ registers }) => registers)
    if (!meant.some((item) => known.includes(item.address))) return ILLEGAL_ADDRESS
    for (const item of settings) {
      const own = meant.find((entry) => entry.address === item.registers[0])
      const { min = -Infinity, max = Infinity } = item.rawRange ?? {}
      if (own && (own.word < min || own.word > max)) return ILLEGAL_VALUE
    }
    for (const one of meant) held.set(one.address, one.word)
    return undefined
  }
  return {
    answer: (rtu) => {
      const values = readValues()
      if (!values) return undefined
      const reading = decodeReadRequest(rtu)
      if (reading) {
        const { unit, fn, address, count } = reading
        const words = Array.from({ length: count }, (_, index) => readWord(fn, address + index, values))
        // Holes inside a block read as 0; a block without any register is refused.
        return words.every((word) => word === undefined)
          ? encodeException({ unit, fn, code: ILLEGAL_ADDRESS })
          : encodeReadReply({ unit, fn, words: words.map((word) => word ?? 0) })
      }
      const writing = decodeWriteRequest(rtu)
      if (!writing) return encodeException({ unit: rtu[0] ?? 1, fn: rtu[1] ?? 0, code: ILLEGAL_FUNCTION })
      const code = write(writing.address, writing.words)
      return code === undefined ? encodeWriteReply(writing) : encodeException({ unit: writing.unit, fn: 16, code })
    },
  }
}

/** Factory setting of a register: full power, switched on, the first mode. */
function initial({ id, registers, write, rawRange, lookup }: RegisterItem): readonly number[] {
  const first = Number(Object.keys(lookup ?? {})[0] ?? 0)
  const on = write?.control === 'switch' ? (write.on ?? 1) : undefined
  const full = id === 'active-power-regulation' ? 100 : undefined
  const raw = full ?? on ?? (lookup ? first : Math.max(0, rawRange?.min ?? 0))
  return registers.map((_, index) => (index === 0 ? raw : 0))
}

function toRaw(item: RegisterItem, values: Values): number {
  const found = quantityOfRegister(item)
  const value = found && values[found.quantity]
  if (value === undefined || value === null || !found || item.type === 'ascii') return 0
  const raw = Math.round(value / found.factor / (item.scale ?? 1) + (item.offset ?? 0))
  return raw < 0 ? raw + 0x1_0000_0000 : raw
}
