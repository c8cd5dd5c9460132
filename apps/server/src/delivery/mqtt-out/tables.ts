import type { ColumnType, Generated } from 'kysely'
import type { Announced } from './announced.ts'
import type { BrokerState } from './brokers.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    installation: {
      id: string
      home_plant_id: number | null
      home_connected_at: Stamp | null
      home_history_at: Stamp | null
      home_published_at: Stamp | null
    }
    mqtt_brokers: {
      id: Generated<number>
      user_id: number
      organization_id: number | null
      host: string
      port: number
      is_tls: boolean
      user_name: string
      password: string | null
      prefix: string
      fingerprint: string | null
      announced: ColumnType<Announced, string | undefined, string>
      created_at: Stamp
      removed_at: Stamp | null
      version: Generated<number>
      held_by: string | null
      held_until: Generated<Date>
      state: ColumnType<BrokerState | null, string | null, string | null>
      state_at: Stamp | null
    }
    mqtt_broker_plants: { broker_id: number; plant_id: number }
  }
}
