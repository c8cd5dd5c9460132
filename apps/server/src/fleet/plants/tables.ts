import type { FormerModules } from '@heliograph/domain/former-modules.ts'
import type { PlantMetering } from '@heliograph/domain/metering.ts'
import type { ModulePlane } from '@heliograph/domain/module-plane.ts'
import type { PlantContact } from '@heliograph/domain/plant-contact.ts'
import type { PlantRecord } from '@heliograph/domain/plant-record.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Stamp } from '../../platform/db/tables.ts'

/** The column of each part of a plant's record. */
export const recordColumns = {
  name: 'name',
  type: 'type',
  gridType: 'grid_type',
  capacityWp: 'capacity_wp',
  latitudeDeg: 'latitude',
  longitudeDeg: 'longitude',
  altitudeM: 'altitude_m',
  address: 'address',
  country: 'country',
  zone: 'zone',
  currency: 'currency',
  pricePerKwh: 'price_per_kwh',
  azimuthDeg: 'azimuth_deg',
  tiltDeg: 'tilt_deg',
  startedOn: 'started_on',
  floorAreaM2: 'floor_area_m2',
} as const satisfies Record<keyof PlantRecord, string>
export type RecordColumns = { -readonly [P in keyof PlantRecord as (typeof recordColumns)[P]]: PlantRecord[P] }

export type PlantsTable = RecordColumns & {
  id: Generated<number>
  /** Direct commands that its devices accept. */
  commands: Generated<'off' | 'read' | 'write'>
  planes: ColumnType<readonly ModulePlane[], string | undefined, string>
  former_modules: ColumnType<readonly FormerModules[], string | undefined, string>
  zero_below_w: number | null
  zero_at_night: Generated<boolean>
  billing_day: number | null
  metering: ColumnType<Partial<PlantMetering>, string | undefined, string>
  contact: ColumnType<Partial<PlantContact>, string | undefined, string>
  created_by: number | null
  created_at: Generated<Stamp>
  auth_open: Generated<boolean>
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    plants: PlantsTable
    plant_tags: { id: Generated<number>; user_id: number | null; organization_id: number | null; name: string }
    tagged_plants: { plant_id: number; tag_id: number }
    plant_views: {
      id: Generated<number>
      user_id: number
      organization_id: number | null
      name: string
      definition: unknown
    }
    recounts: {
      plant_id: number
      asked: Generated<number>
      counted: Generated<number>
      state: Generated<'queued' | 'running' | 'done' | 'failed'>
      done: Generated<number>
      total: Generated<number>
      asked_at: Generated<Stamp>
      finished_at: Stamp | null
    }
    plant_day_offsets: { plant_id: number; day: string; generation_wh: number; use_wh: number }
  }
}
