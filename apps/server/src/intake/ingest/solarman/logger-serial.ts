/**
 * The serial number printed on a logger, 8 to 10 decimal digits, as its address on the wire; else undefined. Its frames
 * carry a 32-bit number, so leading zeros beyond the eighth digit mean nothing.
 */
export function parseLoggerSerial(text: string): string | undefined {
  if (!/^\d{8,10}$/.test(text)) return undefined
  const serial = Number(text)
  return serial <= 0xffffffff ? formatLoggerSerial(serial) : undefined
}

/** Short numbers are printed with leading zeros. */
export const formatLoggerSerial = (serial: number): string => String(serial).padStart(8, '0')
