export type LoggerDaysTable = {
  plant_id: number
  logger_id: number
  day: string
  interval_s: number
  expected: number
  received: number
  gap_count: number
  longest_s: number
  gaps: unknown
  restarts: number
  signal_min: number | null
  signal_max: number | null
  signal_sum: number
  signal_count: number
  delay_sum_ms: number
  delay_max_ms: number | null
  delay_count: number
  buffered: number
  firmware: string
  device_count: number
  missing: number[]
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    logger_days: LoggerDaysTable
    communication_counts: { plant_id: number; day: string; samples: number }
    server_times: { from_at: Stamp; to_at: Stamp }
  }
}
