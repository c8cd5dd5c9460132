import { Readable } from 'node:stream'
import { fleetScreen } from '@heliograph/contract/codecs/fleet-screen.ts'
import { dayCurve } from '@heliograph/contract/codecs/periods.ts'
import { plantFigures as figuresCodec } from '@heliograph/contract/codecs/plant-figures.ts'
import type { Screen, ScreenAlarm, SharedScreen } from '@heliograph/contract/maintain-s/screen.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import {
  addScreenLink,
  listScreenLinks,
  openHallPicture,
  openScreenLink,
  removeScreenLink,
} from '../../delivery/screens/screens.ts'
import {
  type FleetScreen,
  findPlantIds,
  getFacts,
  listPlaces,
  listPlants,
  type PlantView,
  plantDay,
  plantFigures,
  readFleetScreen,
} from '../../fleet/plants/plants.ts'
import { nameAlarm, searchAlarms, translateAlarms } from '../../insight/alarms/alarms.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FamilyHandlers, FileReply } from './handler.ts'
import { toPlantFigures } from './shown-figures.ts'
import { toDayCurve } from './shown-periods.ts'

const toScreen = ({ today, ...screen }: FleetScreen): Screen =>
  fleetScreen.toWire({
    ...screen,
    today,
    income: today.income,
    ranking: screen.ranking.map(({ facts, todayWh }) => ({
      id: facts.plantId,
      name: facts.name,
      yieldH: (todayWh ?? 0) / facts.capacityWp,
    })),
    troubles: screen.troubles.map(({ facts: { plantId: id, name, zone }, status, reason }) => ({
      id,
      name,
      zone,
      status,
      reason,
    })),
  })

/** Figures of one plant need the right on it, as on its own page. */
const mayShow = ({ member }: PlantView): boolean => member.rights.includes('viewPlantInfo')

type Opened = Awaited<ReturnType<typeof openScreenLink>>
/** As many alarms as turn on a wall, and as many plants as a screen goes round. */
const MOST_ALARMS = 12
const MOST_PLANTS = 20

async function readAlarms(
  db: Db,
  { holder }: Opened,
  plantIds: readonly number[] | undefined,
  language: string,
  nowMs: number,
): Promise<ScreenAlarm[]> {
  const translate = translateAlarms(language)
  const search = { holder, plantIds, isOpen: true, isBlocked: false, isByDay: false } as const
  const order = { order: 'level', direction: 'DESC', page: 1, size: MOST_ALARMS } as const
  const { alarms } = await searchAlarms(db, { ...search, ...order }, nowMs)
  return alarms.map((alarm) => ({
    id: alarm.id,
    level: alarm.level,
    name: nameAlarm(translate, alarm),
    plantId: alarm.plantId,
    plantName: alarm.plantName,
    openedAtMs: alarm.openedAtMs,
  }))
}

async function readFleet(db: Db, { link, holder }: Opened, nowMs: number): Promise<SharedScreen['fleet']> {
  const filter = { holder, ...(link.tagId === null ? {} : { tagIds: [link.tagId] }) }
  const [figures, { total, places }] = await Promise.all([
    readFleetScreen(db, filter, nowMs),
    listPlaces(db, filter, nowMs),
  ])
  return { screen: toScreen(figures), total, places: [...places] }
}

async function readPlant(db: Db, plantId: number, nowMs: number): Promise<SharedScreen['plant']> {
  const [facts, figures, day] = await Promise.all([
    getFacts(db, plantId),
    plantFigures(db, plantId, nowMs),
    plantDay(db, plantId, undefined, nowMs),
  ])
  const { name, zone, capacityWp } = facts
  return {
    name,
    zone,
    capacityWp,
    system: figuresCodec.toWire(toPlantFigures(figures)),
    record: dayCurve.toWire(toDayCurve(day)),
  }
}

export const screenHandlers = {
  'GET /maintain-s/operating/station/screen/picture/{token}': async ({
    params,
    query,
    context,
  }): Promise<FileReply> => {
    const { db, services, nowMs } = context
    const token = params.token.replace(/\.png$/, '')
    const { png, tag } = await openHallPicture(db, services.weather, token, query.lan, nowMs)
    return {
      stream: Readable.from([png]),
      name: 'plant.png',
      type: 'image/png',
      sizeBytes: png.length,
      kept: { seconds: 60, tag },
    }
  },
  'GET /maintain-s/operating/station/screen/search': async ({ context }) =>
    toScreen(await readFleetScreen(context.db, { holder: context.session }, context.nowMs)),
  'GET /maintain-s/operating/station/screen/link': async ({ context }) => {
    const links = await listScreenLinks(context.db, context.session)
    return { total: links.length, data: links }
  },
  'POST /maintain-s/operating/station/screen/link': async ({ body, context }) => {
    const { token, link } = await addScreenLink(
      context.db,
      context.session,
      { ...body, accessTokenId: context.session.accessTokenId },
      context.nowMs,
    )
    return { ...link, token }
  },
  'DELETE /maintain-s/operating/station/screen/link/{linkId}': async ({ params, context }) => {
    await removeScreenLink(context.db, context.session.userId, params.linkId)
    return { success: true }
  },
  'POST /maintain-s/operating/station/screen/shared': async ({ body, context }) => {
    const { db, nowMs } = context
    const opened = await openScreenLink(db, body.token, nowMs)
    const { link, holder } = opened
    const page = { holder, page: 1, size: MOST_PLANTS, order: 'name', direction: 'ASC' } as const
    const selected = link.plantId === null ? undefined : [link.plantId]
    const asked = selected ?? (body.plantId === undefined ? undefined : [body.plantId])
    const tagIds = link.tagId === null ? [] : [link.tagId]
    // Plants that the maker no longer sees are not shown either.
    const found = asked && (await listPlants(db, { ...page, tagIds, plantIds: asked }, nowMs))
    if (
      (found && !found.plants.some(mayShow)) ||
      (selected !== undefined && body.plantId !== undefined && body.plantId !== selected[0])
    )
      throw new Refusal('NOT_FOUND')
    const goesRound = link.look.cycleSeconds !== null && selected === undefined
    const [plants, fleet, plant] = await Promise.all([
      goesRound ? listPlants(db, { ...page, tagIds }, nowMs) : undefined,
      asked === undefined ? readFleet(db, opened, nowMs) : null,
      asked?.[0] === undefined ? null : readPlant(db, asked[0], nowMs),
    ])
    const hasAll = asked === undefined && link.tagId === null
    const shown = { holder, tagIds, plantIds: asked }
    const alarmPlantIds = hasAll ? undefined : await findPlantIds(db, shown, 'viewPlantAlert', nowMs)
    return {
      title: link.title,
      look: link.look,
      fleet,
      plant,
      plants: (plants?.plants ?? []).filter(mayShow).map(({ facts: { plantId: id, name } }) => ({ id, name })),
      alarms: await readAlarms(db, opened, alarmPlantIds, body.language, nowMs),
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
