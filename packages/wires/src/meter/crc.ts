/** CRC-16 of a meter's bytes, least significant bit first. */
const crc16 = (bytes: Uint8Array, polynomial: number, start: number): number => {
  let crc = start
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
  }
  return crc
}

/** Of a P1 telegram, from the slash to the exclamation mark (CRC-16/ARC). */
export const crcOfTelegram = (bytes: Uint8Array): number => crc16(bytes, 0xa001, 0)

/** Of an SML file, from its start to the byte before the sum (CRC-16/X-25). */
export const crcOfSml = (bytes: Uint8Array): number => crc16(bytes, 0x8408, 0xffff) ^ 0xffff
