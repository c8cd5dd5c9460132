import { getFleetToday, listFleet, listNamesOnly, listPlaces } from '../../fleet/plants/plants.ts'
import { toFleetPlace, toFleetRow } from './fleet-wire.ts'
import type { FamilyHandlers } from './handler.ts'
import { toKwh } from './scales.ts'

export const fleetHandlers = {
  'POST /maintain-s/operating/station/fleet': async ({ query, body, context }) => {
    const search = {
      holder: context.session,
      keyword: body.keyword,
      statuses: body.statuses,
      tagIds: body.tagIds,
      page: query.page,
      size: query.size,
      order: query['order.property'],
      direction: query['order.direction'],
    }
    const { total, plants } = await listFleet(context.db, search, context.nowMs)
    return { total, data: plants.map(toFleetRow) }
  },
  'GET /maintain-s/operating/station/names': async ({ context }) => {
    const plants = await listNamesOnly(context.db, context.session, context.nowMs)
    return { data: plants.map(({ plantId: id, name }) => ({ id, name })) }
  },
  'POST /maintain-s/operating/station/today': async ({ context }) => {
    const { known, generationWh, income, unpriced } = await getFleetToday(
      context.db,
      { holder: context.session },
      context.nowMs,
    )
    return { known, generationValue: toKwh(generationWh), income: [...income], incomeLeftOut: unpriced }
  },
  'POST /maintain-s/operating/station/places': async ({ body, context }) => {
    const filter = { holder: context.session, ...body }
    const { total, isMerged, places } = await listPlaces(context.db, filter, context.nowMs)
    return { total, merged: isMerged, data: places.map(toFleetPlace) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
