import { listCurrencies, listZonesAt, nameZones } from '../../platform/places/places.ts'
import type { FamilyHandlers } from './handler.ts'
import { placeHandlers } from './place-handlers.ts'
import { weatherHandlers } from './weather-handlers.ts'

export const regionHandlers: FamilyHandlers<'region-s'> = {
  ...placeHandlers,
  ...weatherHandlers,
  'GET /region-s/dict/listTimezone/all': async ({ context }) => {
    const data = (await listZonesAt(context.nowMs)).map(({ isDaylightSaving: isDst, ...zone }) => ({ ...zone, isDst }))
    return { total: data.length, data }
  },
  'GET /region-s/dict/listTimezone': async ({ query, context }) => {
    const names = await nameZones(query.lan)
    const data = (await listZonesAt(context.nowMs)).map(({ key, offset, isDaylightSaving }) => {
      const { city, label } = names.get(key) ?? { city: key, label: key }
      return { key, offset, isDst: isDaylightSaving, city, name: label }
    })
    return { total: data.length, data }
  },
  'GET /region-s/dict/listCurrency': async ({ query }) => {
    const data = [...(await listCurrencies(query.lan))]
    return { total: data.length, data }
  },
}
