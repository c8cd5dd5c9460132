import type { Generated } from 'kysely'

/** renewal: of a data plan. credits: for messages. */
export type OrderKind = 'renewal' | 'credits'
/** An order is open until the operator closes it or its maker takes it back. */
export type OrderState = 'open' | 'done' | 'refused' | 'cancelled'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    data_plans: { plant_id: number; logger_id: number; provider: string; iccid: string; is_disabled: boolean }
    orders: {
      id: Generated<number>
      kind: OrderKind
      plant_id: number | null
      logger_id: number | null
      channel: 'email' | 'sms' | null
      price: number | null
      currency: string | null
      amount: number
      note: string
      state: Generated<OrderState>
      ordered_by: number | null
      ordered_at: Stamp
      closed_at: Stamp | null
      expires_on: string | null
    }
    application_settings: { name: string; value: unknown }
    message_credits: {
      user_id: number
      channel: 'email' | 'sms'
      balance: Generated<number>
      notified_level: Generated<number>
    }
    message_credit_entries: {
      id: Generated<number>
      user_id: number
      channel: 'email' | 'sms'
      kind: 'sent' | 'returned' | 'topUp' | 'moved'
      change: number
      balance: number
      at: Stamp
    }
  }
}
