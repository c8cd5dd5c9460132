import { Refusal } from '@heliograph/domain/errors.ts'
import { addPlant, editPlant, getFacts, getPlant, listPlants } from '../plants/plants.ts'
import type { FamilyHandlers, MemberContext } from './handler.ts'
import { toChanges, toPlantEdit, toRecord, toStation, toStationRow } from './station-wire.ts'

const getStation = async ({ context }: { context: MemberContext }) => {
  const { db, membership, nowMs } = context
  return toStation(await getPlant(db, membership.plantId, membership, nowMs))
}

export const stationHandlers = {
  'POST /maintain-s/operating/station/search': async ({ query, body, context }) => {
    const search = {
      holder: context.session,
      keyword: body.keyword,
      condition: body.condition,
      gridType: body.gridInterconnectionType,
      page: query.page,
      size: query.size,
      order: query['order.property'],
      direction: query['order.direction'],
    }
    const { total, plants } = await listPlants(context.db, search, context.nowMs)
    return { total, data: plants.map(toStationRow) }
  },
  'POST /maintain-s/station': async ({ body, context }) => {
    // An ordinary member of an organization creates no plants for it (domain/permissions.ts, plantCreate).
    if (context.session.organisationRole === 'user') throw new Refusal('NO_PERMISSION')
    const id = await addPlant(context.db, context.session, toRecord(body))
    return { id }
  },
  'POST /maintain-s/station/{id}': async ({ params, body, context }) => {
    const now = await getFacts(context.db, params.id)
    return { changes: toChanges(await editPlant(context.db, params.id, toPlantEdit(body, now))) }
  },
  'GET /maintain-s/station/{id}': getStation,
  'GET /maintain-s/station/{id}/detail': getStation,
  'GET /maintain-s/operating/station/information/{id}': getStation,
} satisfies Partial<FamilyHandlers<'maintain-s'>>
