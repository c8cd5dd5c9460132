import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    device_moves: {
      plant_id: number
      device_id: number
      at: Stamp
      from_plant_id: number | null
      from_device_id: number | null
      logger_id: number | null
      base_at: Stamp | null
      base: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
      is_alone: Generated<boolean>
      still_at: Stamp | null
      still_logger_id: number | null
    }
  }
}
