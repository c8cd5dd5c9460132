import { fromPlantFields, plantRecord } from '@heliograph/contract/codecs/plant-record.ts'
import type { Station } from '@heliograph/contract/maintain-s/station.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { versionsOf } from '@heliograph/domain/former-modules.ts'
import { DEFAULT_LANGUAGE, type LanguageCode } from '@heliograph/domain/languages.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import {
  addPlant,
  countPlants,
  decideRefusedStep,
  editPlanes,
  editPlant,
  findRecount,
  getFacts,
  getPlant,
  listPlants,
  listRefusedPowers,
  listRefusedSteps,
  type PlantView,
  removeCapacity,
} from '../../fleet/plants/plants.ts'
import { readHourOfPlants } from '../../insight/weather/weather.ts'
import type { FamilyHandlers, MemberContext, UserContext } from './handler.ts'
import { refuseForeignPlace } from './plant-region.ts'
import { refuseStrangeStart, toChanges, toPlaneChanges, toStation, toVersionChanges } from './station-wire.ts'
import { addWords } from './station-words.ts'

const getStation = async ({ context }: { context: MemberContext }) => {
  const { db, membership, nowMs } = context
  const view = await getPlant(db, membership.plantId, membership, nowMs)
  const [row = toStation(view, undefined)] = await withSky(context, [view])
  return row
}

type InWords = {
  context: MemberContext
  query: { language?: LanguageCode | undefined; lan?: LanguageCode | undefined }
}
const getStationInWords = async ({ context, query }: InWords) =>
  addWords(await getStation({ context }), query.language ?? query.lan ?? DEFAULT_LANGUAGE)

/** Plants with the weather of the hour, which one statement reads for all of them. */
async function withSky({ db, services, nowMs }: UserContext, plants: readonly PlantView[]): Promise<Station[]> {
  const ids = services.weather === null ? [] : plants.map(({ facts }) => facts.plantId)
  const skies = await readHourOfPlants(db, ids, nowMs)
  return plants.map((view) => toStation(view, skies.get(view.facts.plantId)))
}

const toDecided = <T extends Readonly<{ decision: 'accepted' | 'discarded' | null }>>(refused: T) => ({
  ...refused,
  decision: refused.decision ?? ('open' as const),
})

export const stationHandlers = {
  'POST /maintain-s/operating/station/search': async ({ query, body, context }) => {
    const search = {
      holder: context.session,
      keyword: body.keyword,
      statuses: body.statuses,
      type: body.type,
      gridType: body.gridInterconnectionType,
      tagIds: body.tagIds,
      page: query.page,
      size: query.size,
      order: query['order.property'],
      direction: query['order.direction'],
    }
    const { total, plants } = await listPlants(context.db, search, context.nowMs)
    return { total, data: await withSky(context, plants) }
  },
  'GET /maintain-s/operating/station/created/search': async ({ query, context }) => {
    const search = {
      holder: context.session,
      createdBy: context.session.userId,
      keyword: query.keyword,
      statuses: query.statuses === undefined ? undefined : [query.statuses].flat(),
      type: query.type,
      gridType: query.gridInterconnectionType,
      page: query.page,
      size: query.size,
      order: query['order.property'],
      direction: query['order.direction'],
    }
    const { total, plants } = await listPlants(context.db, search, context.nowMs)
    return { total, data: await withSky(context, plants) }
  },
  'POST /maintain-s/operating/station/counts': async ({ body, context }) => {
    return countPlants(context.db, { holder: context.session, ...body }, context.nowMs)
  },
  'POST /maintain-s/station': async ({ body, context }) => {
    // An ordinary member of an organization creates no plants for it (domain/permissions.ts, plantCreate).
    if (context.session.organizationRole === 'user') throw new Refusal('NO_PERMISSION')
    await refuseForeignPlace(context, body)
    refuseStrangeStart(body.startOperatingTime, body.regionTimezone)
    const record = plantRecord.fromWire(body)
    return { id: await addPlant(context.db, context.session, record, context.services.plantLimits) }
  },
  'POST /maintain-s/station/{id}': async ({ params, body, context }) => {
    await refuseForeignPlace(context, body)
    const { installedCapacityFrom: capacityFrom, ...given } = body
    const now = await getFacts(context.db, params.id)
    refuseStrangeStart(given.startOperatingTime, given.regionTimezone ?? now.zone)
    const edit = await editPlant(context.db, context.services.recounts, params.id, fromPlantFields(given, now), {
      nowMs: context.nowMs,
      capacityFrom,
    })
    return { changes: toChanges(edit), recount: edit.recounts }
  },
  'GET /maintain-s/station/{id}/refused-steps': async ({ params, context }) => {
    const [steps, powers] = await Promise.all([
      listRefusedSteps(context.db, params.id),
      listRefusedPowers(context.db, params.id),
    ])
    return { steps: steps.map(toDecided), powers: powers.map(toDecided) }
  },
  'POST /maintain-s/station/{id}/refused-steps': async ({ params, body, context }) => {
    const { deviceId, quantity, atMs, decision } = body
    const step = { plantId: params.id, deviceId, quantity: quantity as QuantityId, atMs }
    const own = decision === 'open' ? null : decision
    const decided = await decideRefusedStep(context.db, context.services.recounts, step, own)
    const before = decided.before ?? 'open'
    return { changes: [{ field: 'decision', before, after: decision }], recount: decided.recounts }
  },
  'POST /maintain-s/station/{id}/planes': async ({ params, body, context }) => {
    const edit = await editPlanes(context.db, context.services.recounts, params.id, body.planes, {
      nowMs: context.nowMs,
      capacityFrom: body.capacityFrom,
    })
    return { changes: toPlaneChanges(edit), recount: edit.recounts }
  },
  'DELETE /maintain-s/station/{id}/capacity': async ({ params, body, context }) => {
    const { before, after } = await removeCapacity(context.db, context.services.recounts, params.id, body.from)
    return { changes: toVersionChanges({ before: versionsOf(before), after: versionsOf(after) }), recount: true }
  },
  'GET /maintain-s/station/{id}/recount': ({ params, context }) => findRecount(context.db, params.id),
  'POST /maintain-s/station/{id}/recount': async ({ params, context }) => {
    await context.db.transaction((transaction) => context.services.recounts.ask(transaction, params.id))
    return findRecount(context.db, params.id)
  },
  'GET /maintain-s/station/{id}': getStation,
  'GET /maintain-s/station/{id}/detail': getStationInWords,
  'GET /maintain-s/operating/station/information/{id}': getStationInWords,
} satisfies Partial<FamilyHandlers<'maintain-s'>>
