import type { Generated } from 'kysely'
import type { Stamp } from '../../platform/db/tables.ts'

export type ExportSchedulesTable = {
  id: Generated<number>
  /** null: all plants of the identity. */
  plant_id: number | null
  user_id: number
  organization_id: number | null
  host: Generated<string>
  name: string
  every: 'day' | 'week' | 'month' | 'year'
  attaches: Generated<boolean>
  mails_owner: Generated<boolean>
  definition: unknown
  next_at: Stamp
  /** The personal access token that made it, with which it ends; null: the person. */
  access_token_id: Generated<number | null>
  created_at: Generated<Stamp>
}
export type PlantExportsTable = {
  id: Generated<number>
  /** null: all plants of the identity. */
  plant_id: number | null
  user_id: number
  organization_id: number | null
  host: Generated<string>
  schedule_id: number | null
  definition: unknown
  mail: Generated<boolean>
  is_test: Generated<boolean>
  state: Generated<'queued' | 'running' | 'ready' | 'failed' | 'expired'>
  progress: Generated<number>
  rows: number | null
  size_bytes: number | null
  failure: string | null
  requested_at: Stamp
  finished_at: Stamp | null
  expires_at: Stamp | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    export_schedules: ExportSchedulesTable
    plant_exports: PlantExportsTable
    report_recipients: {
      id: Generated<number>
      schedule_id: number
      address: string
      language: string
      asked_at: Stamp
      confirmed_at: Stamp | null
      ended_at: Stamp | null
      access_token_id: Generated<number | null>
    }
    plant_export_parts: { export_id: number; part: number; bytes: Buffer }
    export_templates: {
      id: Generated<number>
      user_id: number
      name: string
      definition: unknown
      created_at: Generated<Stamp>
    }
  }
}
