/** The serial printed on a stick, 8 to 10 decimal digits, as the number in its frames (0 to 4,294,967,295); else undefined. */
export function parseLoggerSerial(text: string): number | undefined {
  if (!/^\d{8,10}$/.test(text)) return undefined
  const serial = Number(text)
  return serial <= 0xffffffff ? serial : undefined
}
