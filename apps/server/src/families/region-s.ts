import { listZones, offsetMinutes } from '@heliograph/domain/time.ts'
import type { FamilyHandlers } from './handler.ts'

export const regionHandlers: FamilyHandlers<'region-s'> = {
  'GET /region-s/dict/listTimezone/all': async ({ context }) => {
    const data = listZones().map((key) => ({ key, offset: Math.round(offsetMinutes(context.nowMs, key)) }))
    return { total: data.length, data }
  },
}
