import { listZones, offsetMinutes } from '@heliograph/domain/time.ts'
import type { FamilyHandlers } from './handler.ts'
import { weatherHandlers } from './weather-handlers.ts'

export const regionHandlers: FamilyHandlers<'region-s'> = {
  ...weatherHandlers,
  'GET /region-s/dict/listTimezone/all': async ({ context }) => {
    const data = listZones().map((key) => ({ key, offset: Math.round(offsetMinutes(context.nowMs, key)) }))
    return { total: data.length, data }
  },
}
