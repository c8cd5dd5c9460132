import { addDays, daysBetween } from '@heliograph/domain/time.ts'
import {
  drawCurve,
  findPlants,
  getFacts,
  getPlant,
  type PeriodKind,
  periodFigures,
  planDays,
} from '../../fleet/plants/plants.ts'
import type { ClientCall, ClientContext } from './call.ts'
import { ClientRefusal } from './codes.ts'
import { findText, readDays, readInteger, readMonths, readPage, readYears } from './read-body.ts'
import { leaveOutUnknown, toSeconds } from './scales.ts'
import { listStationDevices } from './station-devices.ts'
import { toPowers, toRealTime, toStationBase, toStationItem, toStatistics } from './station-fields.ts'

const member = { role: 'viewer', rights: [] } as const

export const stationCalls = {
  '/station/v1.0/list': {
    about: 'account',
    answer: async ({ db, nowMs, session, body }) => {
      const search = { holder: session, ...readPage(body), order: 'id', direction: 'ASC' } as const
      const { total, plants } = await findPlants(db, search, nowMs)
      return { total, stationList: plants.map(toStationItem) }
    },
  },
  '/station/v1.0/base': {
    about: 'station',
    right: 'viewPlantInfo',
    answer: async ({ db, nowMs }, plantId) => toStationBase(await getPlant(db, plantId, member, nowMs), nowMs),
  },
  '/station/v1.0/realTime': {
    about: 'station',
    right: 'viewPlantInfo',
    answer: async ({ db, nowMs }, plantId) => toRealTime(await getPlant(db, plantId, member, nowMs)),
  },
  '/station/v1.0/device': {
    about: 'station',
    right: 'viewPlantDevice',
    answer: async ({ db, nowMs, body }, plantId) => {
      const { page, size } = readPage(body)
      const type = findText(body, 'deviceType', 60)
      const all = await listStationDevices(db, plantId, nowMs)
      const found = type === undefined ? all : all.filter(({ deviceType }) => deviceType === type)
      return { total: found.length, deviceListItems: found.slice((page - 1) * size, page * size) }
    },
  },
  '/station/v1.0/history': {
    about: 'station',
    right: 'viewPlantInfo',
    cost: 5,
    answer: async (context, plantId) => {
      const stationDataItems = await readHistory(context, plantId)
      return { total: stationDataItems.length, stationDataItems }
    },
  },
} satisfies Readonly<Record<string, ClientCall>>

/** timeType 1: 5 minutes of days, 2: days, 3: months, 4: years. */
async function readHistory(context: ClientContext, plantId: number): Promise<readonly object[]> {
  const { body } = context
  switch (readInteger(body, 'timeType')) {
    case 1:
      return readFrames(context, plantId)
    case 2: {
      const { from, to } = readDays(body)
      return readStatistics(context, plantId, 'month', { from, to, length: 10 })
    }
    case 3: {
      const { from, to } = readMonths(body)
      return readStatistics(context, plantId, 'year', { from, to, length: 7 })
    }
    case 4: {
      const { from, to } = readYears(body)
      return readStatistics(context, plantId, 'total', { from, to, length: 4 })
    }
    default:
      throw new ClientRefusal('invalidParameter')
  }
}

async function readFrames({ db, nowMs, body }: ClientContext, plantId: number): Promise<readonly object[]> {
  const { from, to } = readDays(body)
  const plan = await planDays(db, plantId)
  const items: object[] = []
  for (let day = 0; day <= daysBetween(from, to); day++) {
    const { points } = await drawCurve(db, plan, addDays(from, day), nowMs)
    for (const point of points) {
      const powers = leaveOutUnknown(toPowers(point))
      if (Object.keys(powers).length > 0) items.push({ ...powers, dateTime: toSeconds(point.atMs) })
    }
  }
  return items
}

/** @param kind the period whose rows are wanted: at most two of them hold all @param range with the length of a row's date */
async function readStatistics(
  { db, nowMs }: ClientContext,
  plantId: number,
  kind: PeriodKind,
  { from, to, length }: Readonly<{ from: string; to: string; length: number }>,
): Promise<readonly object[]> {
  const facts = await getFacts(db, plantId)
  const digits = kind === 'month' ? 7 : 4
  const periods = kind === 'total' ? [from] : [...new Set([from.slice(0, digits), to.slice(0, digits)])]
  const items: object[] = []
  for (const period of periods) {
    const { rows } = await periodFigures(db, facts, kind, `${period}-01-01`.slice(0, 10), nowMs)
    for (const { figures, ...date } of rows) {
      const own = [String(date.year), pad(date.month), pad(date.day)].join('-').slice(0, length)
      const item = own < from || own > to ? undefined : toStatistics(figures, date)
      if (item !== undefined) items.push(item)
    }
  }
  return items
}

const pad = (number: number): string => String(number).padStart(2, '0')
