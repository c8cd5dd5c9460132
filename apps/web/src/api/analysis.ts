/** Findings about the figures of a period, in our words. */
import { kilo } from '@heliograph/contract/codecs/fields.ts'
import type { FindingCode } from '@heliograph/domain/finding-codes.ts'
import { call } from './call.ts'

export type { FindingCode }
export type Finding = Readonly<{
  code: FindingCode
  /** Shares of clear-sky energy in percent, Wh a day, hours or days. */
  value: number | null
  usual: number | null
  isDays: boolean
}>

/** @param date a day of the period */
export async function fetchFindings(
  id: number,
  period: 'day' | 'month' | 'year',
  date: string,
  signal?: AbortSignal,
): Promise<readonly Finding[]> {
  const params = { a: id, b: period, c: date }
  const wire = await call('GET /maintain-s/history/power/analysis/{a}/{b}/{c}', { params }, { signal })
  return wire.findings.map(({ code, value, usual, unit }) => {
    const amount = (found: number | null) => (unit === 'kWh' && found !== null ? kilo.fromWire(found) : found)
    return { code, value: amount(value), usual: amount(usual), isDays: unit === 'd' }
  })
}
