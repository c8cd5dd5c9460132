/** The wire counts seconds, the page milliseconds. */
export function toMs(seconds: number): number
export function toMs(seconds: number | null): number | null
export function toMs(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000
}
