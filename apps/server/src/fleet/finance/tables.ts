declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** How prices and costs are kept (finance/). */
    tariffs: { plant_id: number; valid_from: string; tariff: unknown }
    plant_finances: { plant_id: number; finances: unknown }
    price_series: { plant_id: number; name: string }
    price_days: { plant_id: number; name: string; day: string; prices: (number | null)[] }
    plant_hours: { plant_id: number; day: string; stamp: string; hours: Buffer }
  }
}

export {}
