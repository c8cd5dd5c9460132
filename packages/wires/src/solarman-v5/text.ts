/**
 * Anyone can send text fields, so only printable ASCII passes; the text ends at the first NUL and padding is trimmed.
 * Reading past the end of the payload returns what is there.
 */
export function readText(bytes: Uint8Array, at: number, length: number): string {
  const codes: number[] = []
  const end = Math.min(bytes.length, at + length)
  for (let i = at; i < end; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 0) break
    if (byte >= 0x20 && byte <= 0x7e) codes.push(byte)
  }
  return String.fromCharCode(...codes).trim()
}

/** Writes printable ASCII, cut to the field and padded with NUL or with blanks. */
export function writeText(bytes: Uint8Array, at: number, length: number, text: string, padding: 0 | 0x20 = 0): void {
  const clean = [...text].map((char) => char.charCodeAt(0)).filter((code) => code >= 0x20 && code <= 0x7e)
  for (let i = 0; i < length; i++) bytes[at + i] = clean[i] ?? padding
}
