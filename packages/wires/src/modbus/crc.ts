const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  return crc
})

/** CRC-16 of Modbus over serial line 1.02, section 6.2.2; sent low byte first. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) crc = (crc >> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0)
  return crc
}

/** The body followed by its CRC, low byte first, as Modbus RTU sends it. */
export function withCrc(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 2)
  bytes.set(body)
  const crc = crc16(body)
  bytes[body.length] = crc & 0xff
  bytes[body.length + 1] = crc >> 8
  return bytes
}
