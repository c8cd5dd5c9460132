import type { CounterMeaning } from '@heliograph/domain/counter-meaning.ts'
import type { MeterRole, TurnablePower } from '@heliograph/domain/meter-role.ts'
import type { DeviceMetering } from '@heliograph/domain/metering.ts'
import type { ApartSpan } from '@heliograph/domain/same-device.ts'
import type { ColumnType, Generated } from 'kysely'
import type { FormerDevice } from './replace-device.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    devices: {
      id: Generated<number>
      plant_id: number
      logger_id: number | null
      serial: string
      name: string
      type: string
      profile_id: string
      quantities: Generated<string[]>
      flows: Generated<string[]>
      rated_w: number | null
      texts: Generated<Record<string, string>>
      created_at: Generated<Stamp>
      removed_at: Stamp | null
      standing: Generated<'counted' | 'waiting' | 'discarded'>
      waits_since: Stamp | null
      confirmed_at: Stamp | null
      observed_w: Generated<number>
      metering: ColumnType<readonly DeviceMetering[] | null, string | null | undefined, string | null>
      meter_role: MeterRole | null
      meter_ratio: Generated<number>
      meter_is_reversed: Generated<boolean>
      turned_powers: Generated<TurnablePower[]>
      counter_meaning: CounterMeaning | null
      same_as: string | null
      apart: ColumnType<readonly ApartSpan[], string | undefined, string>
      announced_at: Stamp | null
      warranty_until: string | null
      clock_offset_s: number | null
      clock_offset_at: Stamp | null
    }
    device_likenesses: {
      plant_id: number
      device_id: number
      other_id: number
      likeness: number
      seen_at: Stamp
      is_denied: Generated<boolean>
    }
    device_serials: {
      plant_id: number
      device_id: number
      serial: string
      until: Stamp
      /** Where its counters stop. */
      counters_from: ColumnType<Date | null, Date | null | undefined, Date | null>
      /** Its row before, until a record of the new one. */
      former: ColumnType<FormerDevice | null, string | null | undefined, string | null>
    }
  }
}
