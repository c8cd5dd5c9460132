import { useFormat } from './use-format.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `4.2 MB`: decimal units, as disks and download lists use. */
export function scaleBytes(bytes: number): Readonly<{ value: number; unit: (typeof units)[number] }> {
  let value = Math.max(0, bytes)
  let at = 0
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000
    at++
  }
  return { value, unit: units[at] ?? 'B' }
}

export function useByteText(): (bytes: number) => string {
  const format = useFormat()
  return (bytes) => {
    const { value, unit } = scaleBytes(bytes)
    // No decimals for single bytes and three-digit numbers.
    return `${format.number(value, unit === 'B' || value >= 100 ? 0 : 1)} ${unit}`
  }
}
