import { Refusal } from '@heliograph/domain/errors.ts'
import { isZone, localDate } from '@heliograph/domain/time.ts'
import { addPlant, countPlants, getPlant, listPlants } from '../plants/plants.ts'
import type { FamilyHandlers, MemberContext } from './handler.ts'
import { toStation, toStationRow } from './station-wire.ts'

const getStation = async ({ context }: { context: MemberContext }) => {
  const { db, membership, nowMs } = context
  return toStation(await getPlant(db, membership.plantId, membership, nowMs))
}

export const stationHandlers = {
  'POST /maintain-s/operating/station/search': async ({ query, body, context }) => {
    const search = {
      holder: context.session,
      keyword: body.keyword,
      statuses: body.statuses,
      gridType: body.gridInterconnectionType,
      page: query.page,
      size: query.size,
      order: query['order.property'],
      direction: query['order.direction'],
    }
    const { total, plants } = await listPlants(context.db, search, context.nowMs)
    return { total, data: plants.map(toStationRow) }
  },
  'POST /maintain-s/operating/station/counts': async ({ body, context }) => {
    const filter = { holder: context.session, keyword: body.keyword, gridType: body.gridInterconnectionType }
    const { total, byStatus, powerW } = await countPlants(context.db, filter, context.nowMs)
    return { total, byStatus, generationPower: powerW }
  },
  'POST /maintain-s/station': async ({ body, context }) => {
    // Who only works for an organisation sets nothing up in its name (domain/permissions.ts, plantCreate).
    if (context.session.organisationRole === 'user') throw new Refusal('NO_PERMISSION')
    const id = await addPlant(context.db, context.session, {
      name: body.name,
      type: body.type,
      gridType: body.gridInterconnectionType,
      capacityWp: body.installedCapacity * 1000,
      latitudeDeg: body.locationLat,
      longitudeDeg: body.locationLng,
      address: body.locationAddress,
      country: body.regionNationId,
      zone: body.regionTimezone,
      currency: body.currency,
      pricePerKwh: body.mergeElectricPrice,
      azimuthDeg: body.installationAzimuthAngle,
      tiltDeg: body.installationTiltAngle,
      startedOn: toStartDate(body.startOperatingTime, body.regionTimezone),
    })
    return { id }
  },
  'GET /maintain-s/station/{id}': getStation,
  'GET /maintain-s/station/{id}/detail': getStation,
  'GET /maintain-s/operating/station/information/{id}': getStation,
} satisfies Partial<FamilyHandlers<'maintain-s'>>

/** The first panels on a roof were connected after 1950; the year 2200 is a mistake in milliseconds. */
function toStartDate(atS: number | null, zone: string): string | null {
  if (atS === null || !isZone(zone)) return null
  const date = Math.abs(atS) < 8e12 ? localDate(atS * 1000, zone) : ''
  if (date < '1950' || date >= '2200') throw new Refusal('PARAM_ERROR', { field: 'startOperatingTime' })
  return date
}
