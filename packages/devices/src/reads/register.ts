/** The encoding of a number in the payload: sign, width in bits, byte order. */
export type RegisterType = 'u8' | 'u16le' | 's16le' | 'u32le' | 's32le' | 'u16be' | 's16be' | 'u32be' | 's32be'

type Shape = Readonly<{ bytes: 1 | 2 | 4; signed: boolean; little: boolean }>

const shapes: Readonly<Record<RegisterType, Shape>> = {
  u8: { bytes: 1, signed: false, little: true },
  u16le: { bytes: 2, signed: false, little: true },
  s16le: { bytes: 2, signed: true, little: true },
  u32le: { bytes: 4, signed: false, little: true },
  s32le: { bytes: 4, signed: true, little: true },
  u16be: { bytes: 2, signed: false, little: false },
  s16be: { bytes: 2, signed: true, little: false },
  u32be: { bytes: 4, signed: false, little: false },
  s32be: { bytes: 4, signed: true, little: false },
}

/** The length of a register in bytes: 1, 2 or 4. */
export const registerBytes = (type: RegisterType): number => shapes[type].bytes

/** The number of different counts of the register: a counter rolls over after that many. */
export const registerSpan = (type: RegisterType): number => 2 ** (shapes[type].bytes * 8)

/** The lowest raw count that a register holds. */
export const registerMin = (type: RegisterType): number => (shapes[type].signed ? -registerSpan(type) / 2 : 0)
/** The highest raw count that a register holds. */
export const registerMax = (type: RegisterType): number => registerMin(type) + registerSpan(type) - 1

/** The raw count that means "no value": all ones unsigned, the lowest number signed. */
export const registerBlank = (type: RegisterType): number =>
  shapes[type].signed ? registerMin(type) : registerMax(type)

/** The raw count of the register at byte `at`. @throws RangeError when the payload ends before it does */
export function readRegister(payload: Uint8Array, at: number, type: RegisterType): number {
  const { bytes, signed, little } = shapes[type]
  if (at < 0 || at + bytes > payload.length) throw new RangeError(`No register at byte ${at}`)
  // Byte by byte: a view of each register would be an object of its own.
  let raw = 0
  for (let i = 0; i < bytes; i++) raw = raw * 256 + (payload[little ? at + bytes - 1 - i : at + i] as number)
  const span = registerSpan(type)
  return signed && raw >= span / 2 ? raw - span : raw
}

/** Clamps to what the register holds. */
export function writeRegister(payload: Uint8Array, at: number, type: RegisterType, raw: number): void {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const { bytes, signed, little } = shapes[type]
  const count = Math.min(registerMax(type), Math.max(registerMin(type), Math.round(raw)))
  if (bytes === 1) view.setUint8(at, count)
  else if (bytes === 2) signed ? view.setInt16(at, count, little) : view.setUint16(at, count, little)
  else signed ? view.setInt32(at, count, little) : view.setUint32(at, count, little)
}
