import type { CallName } from '@heliograph/contract/calls.ts'
import type { FleetPlant } from '@heliograph/contract/maintain-s/fleet.ts'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceStateOf } from '../../fleet/devices/devices.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { countOpenAlarms } from './count-open.ts'
import { addAlarm } from './testing/add-alarm.ts'

// Noon in Berlin, on a Monday.
const nowMs = Date.parse('2026-06-15T10:00:00Z')
const SEARCH = 'POST /maintain-s/operating/alert/search'

let test: TestApp
const tokens: Record<string, string> = {}
let barn: number
let mill: number
let inverter: number
let dead: string
let weak: string
let elsewhere: string

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const { db } = test
  const [owner, viewer, blind, stranger] = await Promise.all(
    ['owner', 'viewer', 'blind', 'stranger'].map(async (name) => {
      const { userId, token } = await addTestUser(test, name)
      tokens[name] = token
      return userId
    }),
  )
  barn = await addTestPlant(db, owner ?? 0, { name: 'Barn 100%' })
  mill = await addTestPlant(db, owner ?? 0, { name: 'Mill' })
  await addMember(db, barn, viewer ?? 0, 'viewer', ['viewPlantAlert', 'viewPlantInfo'])
  await addMember(db, barn, blind ?? 0, 'viewer', ['viewPlantInfo'])
  inverter = (await addTestDevice(db, barn, { quantities: ['acPowerW', 'pv1PowerW', 'pv3PowerW'] })).deviceId
  dead = await addAlarm(db, {
    plantId: barn,
    deviceId: inverter,
    part: 'pv3',
    openedAtMs: nowMs - 2 * DAY_MS,
    lostWh: 5_500,
  })
  weak = await addAlarm(db, {
    plantId: mill,
    rule: 'underPerformance',
    level: 1,
    openedAtMs: nowMs - 10 * DAY_MS,
    closedAtMs: nowMs - 9 * DAY_MS,
  })
  await addAlarm(db, { plantId: mill, rule: 'clipping', level: 0, openedAtMs: nowMs - HOUR_MS })
  const theirs = await addTestPlant(db, stranger ?? 0, { name: 'Elsewhere' })
  elsewhere = await addAlarm(db, { plantId: theirs, openedAtMs: nowMs - HOUR_MS })
})
afterAll(() => test.close())

const ask = (who: string, name: CallName, parts: CallParts) => inject(test.app, name, parts, bearer(tokens[who] ?? ''))
async function found(who: string, body: object, query: Record<string, string> = {}) {
  const reply = await ask(who, SEARCH, { body: { grouping: 'alert', ...body }, query })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const names = (reply: { data: { showName: string }[] }) => reply.data.map(({ showName }) => showName)

describe('a fleet with open alarms', () => {
  const fleet = async (who: string) => {
    const reply = await ask(who, 'POST /maintain-s/operating/station/fleet', { body: {} })
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
    return (reply.json().data as FleetPlant[]).map(({ name, lost }) => [
      name,
      lost?.wh ?? null,
      typeof lost?.income === 'number' ? Number(lost.income.toFixed(2)) : null,
      lost && nowMs - lost.sinceMs,
    ])
  }

  it('says what they have cost since they began, and nothing of what is not known', async () => {
    expect((await fleet('owner')).sort()).toEqual([
      ['Barn 100%', 5_500, expect.any(Number), 2 * DAY_MS],
      // Its alarm names no loss.
      ['Mill', null, null, HOUR_MS],
    ])
  })

  it('says nothing of alarms to who may not see them', async () => {
    expect(await fleet('blind')).toEqual([['Barn 100%', null, null, null]])
  })

  it('counts what opened on each of the last thirty dates, by level', async () => {
    const trend = async (who: string) => {
      const { data } = (await ask(who, 'POST /maintain-s/operating/alert/trend', {})).json()
      expect(data).toHaveLength(30)
      expect(data.at(-1).day).toBe('2026-06-15')
      return (data as { day: string; faults: number; warnings: number; tips: number }[]).filter(
        ({ faults, warnings, tips }) => faults + warnings + tips > 0,
      )
    }
    expect(await trend('owner')).toEqual([
      { day: '2026-06-05', faults: 0, warnings: 1, tips: 0 },
      { day: '2026-06-13', faults: 1, warnings: 0, tips: 0 },
      { day: '2026-06-15', faults: 0, warnings: 0, tips: 1 },
    ])
    expect(await trend('viewer')).toEqual([{ day: '2026-06-13', faults: 1, warnings: 0, tips: 0 }])
    expect(await trend('blind')).toEqual([])
  })
})

describe('the search for alarms', () => {
  it('finds those of all plants, and counts them by state and level', async () => {
    const reply = await found('owner', { language: 'en' }, { 'order.property': 'level' })
    expect(names(reply)).toEqual(['String delivers nothing', 'Plant makes less than it should', 'Power clipped'])
    expect(reply.counts).toEqual({ ongoing: 2, recovered: 1, blocked: 0, faults: 1, warnings: 0, tips: 1 })
    expect(reply.data[0]).toMatchObject({
      plantName: 'Barn 100%',
      deviceId: inverter,
      part: 'pv3',
      status: 1,
      endTime: null,
      lostValue: 5.5,
      ruleId: 'stringDead',
      mayAct: true,
    })
    expect(reply.rules.map(({ ruleId }: { ruleId: string }) => ruleId)).toContain('underPerformance')
  })

  it('filters by plant, level, state, rule, day and words', async () => {
    expect(names(await found('owner', { plantId: mill, status: 0 }))).toEqual(['Plant makes less than it should'])
    expect(names(await found('owner', { levelList: [0] }))).toEqual(['Power clipped'])
    expect((await found('owner', { levelList: [0, 1, 2] })).total).toBe(3)
    expect(names(await found('owner', { levelList: [0, 1] })).sort()).toEqual([
      'Plant makes less than it should',
      'Power clipped',
    ])
    // Two words about one thing both hold.
    expect(names(await found('owner', { level: 0, levelList: [0, 2] }))).toEqual(['Power clipped'])
    expect(names(await found('owner', { level: 1, levelList: [0, 2] }))).toEqual([])
    expect(names(await found('owner', { plantId: mill, plantIdList: [barn] }))).toEqual([])
    expect(names(await found('owner', { status: 1, ruleId: 'stringDead' }))).toEqual(['String delivers nothing'])
    expect(names(await found('owner', { endDay: '2026-06-06' }))).toEqual(['Plant makes less than it should'])
    expect(names(await found('owner', { startDay: '2026-06-07', deviceType: 'INVERTER' }))).toEqual([
      'String delivers nothing',
    ])
    expect(names(await found('owner', { keyword: '100%' }))).toEqual(['String delivers nothing'])
    // A name in the reader's language.
    expect(names(await found('owner', { keyword: 'gekappt', language: 'de' }))).toEqual(['Leistung gekappt'])
    expect(names(await found('owner', { keyword: '%_' }))).toEqual([])
  })

  it.each(['2026-13-20', '2026-02-30', '0000-01-01'])('refuses %s, which is no day', async (startDay) => {
    const reply = await ask('owner', SEARCH, { body: { startDay } })
    expect(reply.json()).toMatchObject({ code: 'PARAM_ERROR', detail: { field: 'body.startDay' } })
  })

  it('gives pages', async () => {
    const page = await found('owner', {}, { page: '2', size: '2', 'order.property': 'startTime' })
    expect([page.total, names(page)]).toEqual([3, ['Plant makes less than it should']])
  })

  it('says what watches and since when nothing was wrong', async () => {
    const { well } = await found('owner', { plantId: mill, ruleId: 'zeroPower' })
    expect((await found('owner', { plantId: mill })).well).toBeNull()
    expect(well).toMatchObject({ plants: 1, since: (nowMs - 9 * DAY_MS) / 1000 })
    expect(well.rules).toBeGreaterThan(20)
  })

  it('has a row per rule, target and day where it is asked for days', async () => {
    const reply = await found('owner', { plantId: barn, grouping: 'day' })
    expect(reply.data.map(({ alertDay }: { alertDay: string }) => alertDay)).toEqual([
      '2026-06-15',
      '2026-06-14',
      '2026-06-13',
    ])
    expect(reply.total).toBe(3)
  })

  it('shows nobody the alarms of a neighbor, nor to a member without the right', async () => {
    expect((await found('viewer', {})).total).toBe(1)
    expect((await found('viewer', {})).data[0].mayAct).toBe(false)
    expect((await found('blind', {})).total).toBe(0)
    const { statusCode: hidden } = await ask('stranger', SEARCH, { body: { plantId: barn } })
    const { statusCode: refused } = await ask('blind', SEARCH, { body: { plantId: barn } })
    expect([hidden, refused]).toEqual([404, 403])
    for (const who of ['stranger', 'blind']) {
      const detail = await ask(who, 'POST /maintain-s/operating/alert/detail', { body: { alertId: dead } })
      expect(detail.statusCode).toBe(404)
    }
    const csv = await ask('stranger', 'GET /maintain-s/operating/alert/csv', {
      query: { filter: JSON.stringify({ plantId: barn }) },
    })
    expect(csv.statusCode).toBe(404)
  })
})

describe('one alarm', () => {
  it('has causes, its history, its days and the curve of its strings', async () => {
    const body = { deviceId: inverter, ruleId: 'stringDead', language: 'de' }
    const detail = (await ask('viewer', 'POST /maintain-s/operating/alert/detail', { body })).json()
    expect(detail).toMatchObject({ id: dead, showName: 'String liefert nichts' })
    expect(detail.causes.length).toBeGreaterThan(1)
    expect(detail.calendar.map(({ day }: { day: string }) => day)).toEqual(['2026-06-13', '2026-06-14', '2026-06-15'])
    expect(detail.calendar.map(({ seconds }: { seconds: number }) => seconds / 3600)).toEqual([12, 24, 12])
    expect(detail.curve.series).toEqual([`d${inverter}:pv3PowerW`, `d${inverter}:pv1PowerW`])
  })

  it('tells what was measured when it was found, and addresses only to who may act', async () => {
    const body = { alertId: dead, language: 'en' }
    const namesFor = async (who: string) => {
      const reply = await ask(who, 'POST /maintain-s/operating/alert/detail', { body })
      return reply.json().measured.map(({ name }: { name: string }) => name)
    }
    const parameters = { string: 3, usualW: 2_100, powerW: 4, address: '198.51.100.7', usual: '192.0.2.1' }
    await test.db.kysely
      .updateTable('alarms')
      .set({ parameters: JSON.stringify(parameters) })
      .where('id', '=', dead)
      .execute()
    expect(await namesFor('viewer')).toEqual(['power', 'usualPower'])
    expect(await namesFor('owner')).toEqual(['power', 'usualPower', 'address', 'usualAddress'])
  })

  it('has instants five minutes apart on a day, up to now', async () => {
    const timeline = async (alertDay: string) =>
      (await ask('viewer', 'POST /maintain-s/operating/alert/timeline', { body: { alertId: dead, alertDay } })).json()
    const today = await timeline('20260615')
    expect([today[0], today.at(-1), today.length]).toEqual([
      Date.parse('2026-06-14T22:00:00Z') / 1000,
      nowMs / 1000,
      145,
    ])
    expect(await timeline('2026-06-12')).toEqual([])
  })

  it('goes into a file with the names of the language', async () => {
    const query = { filter: JSON.stringify({ plantId: barn, language: 'de' }) }
    const file = await ask('viewer', 'GET /maintain-s/operating/alert/csv', { query })
    expect(file.body.split('\r\n')[1]).toMatch(/^String liefert nichts,Störung,Erzeugung,Dauert an,Barn 100%/)
    expect((await ask('viewer', 'GET /maintain-s/operating/alert/csv', { query: { filter: 'x' } })).statusCode).toBe(
      400,
    )
  })
})

describe('the counts', () => {
  it('are by plant, the worst first', async () => {
    const { counts, plants } = (await ask('owner', 'POST /maintain-s/operating/alert/counts', {})).json()
    expect(counts).toMatchObject({ ongoing: 2, faults: 1 })
    expect(plants).toEqual([
      { plantId: barn, faults: 1, alarms: 1 },
      { plantId: mill, faults: 0, alarms: 1 },
    ])
  })
})

describe('what people do with alarms', () => {
  const acknowledge = 'POST /maintain-s/operating/alert/acknowledge'
  const detailOf = async (alertId: string) =>
    (await ask('owner', 'POST /maintain-s/operating/alert/detail', { body: { alertId } })).json()

  it('needs the right to edit the plant, for each of them', async () => {
    const codes = await Promise.all([
      ask('viewer', acknowledge, { body: { ids: [dead] } }),
      ask('stranger', acknowledge, { body: { ids: [dead] } }),
      ask('owner', acknowledge, { body: { ids: [dead, elsewhere] } }),
    ])
    expect(codes.map(({ statusCode }) => statusCode)).toEqual([403, 404, 404])
    expect((await detailOf(dead)).acknowledgedAt).toBeNull()
  })

  it('acknowledges several at once, and each of them once', async () => {
    const body = { ids: [dead, weak] }
    expect((await ask('owner', acknowledge, { body })).json()).toEqual({ changed: 2 })
    expect((await ask('owner', acknowledge, { body })).json()).toEqual({ changed: 0 })
    const detail = await detailOf(dead)
    expect(detail.acknowledgedAt).toBe(nowMs / 1000)
    expect(detail.events).toMatchObject([{ kind: 'acknowledged', by: 'owner' }])
  })

  it('snoozes what is open until an instant ahead', async () => {
    const snooze = 'POST /maintain-s/operating/alert/snooze'
    const until = (nowMs + DAY_MS) / 1000
    expect((await ask('owner', snooze, { body: { ids: [dead, weak], until } })).json()).toEqual({ changed: 1 })
    expect((await detailOf(dead)).snoozedUntil).toBe(until)
    expect((await ask('owner', snooze, { body: { ids: [dead], until: nowMs / 1000 } })).statusCode).toBe(400)
    expect((await ask('owner', snooze, { body: { ids: [dead], until: null } })).json()).toEqual({ changed: 1 })
  })

  it('assigns to people who may see the alarm, and to nobody else', async () => {
    const people = (await ask('owner', 'POST /maintain-s/operating/alert/assignees', { body: { ids: [dead] } })).json()
    expect(people.map(({ name }: { name: string }) => name)).toEqual(['owner', 'viewer'])
    const assign = (userId: number) =>
      ask('owner', 'POST /maintain-s/operating/alert/assign', { body: { ids: [dead], userId } })
    expect((await assign(people[1].userId)).json()).toEqual({ changed: 1 })
    expect((await detailOf(dead)).assignee.name).toBe('viewer')
    expect((await found('viewer', { mine: true })).total).toBe(1)
    expect((await assign(999_999)).statusCode).toBe(404)
  })

  it('keeps notes, without invisible characters', async () => {
    const note = (text: string) =>
      ask('owner', 'POST /maintain-s/operating/alert/note', { body: { alertId: dead, text } })
    expect((await note('Fuse\u202e blown\nNew one ordered')).statusCode).toBe(200)
    expect((await note('\u200b')).statusCode).toBe(400)
    expect((await detailOf(dead)).events[0]).toMatchObject({ kind: 'noted', text: 'Fuse blown\nNew one ordered' })
    expect((await found('owner', { plantId: barn })).data[0].notes).toBe(1)
  })
})

describe('plants and devices with open alarms', () => {
  it('come first where the worst is asked for, and say so', async () => {
    await countOpenAlarms(test.db.pool, [barn, mill])
    const reply = await ask('owner', 'POST /maintain-s/operating/station/search', {
      body: {},
      query: { 'order.property': 'status' },
    })
    expect(
      reply
        .json()
        .data.map(({ name, warningStatus }: { name: string; warningStatus: string }) => [name, warningStatus]),
    ).toEqual([
      ['Barn 100%', 'ALERT'],
      ['Mill', 'NORMAL'],
    ])
  })

  it('a device that reports is in alarm (2) while one is open', () => {
    expect(deviceStateOf({ status: 'well', alarmLevel: 2 })).toBe(2)
    expect(deviceStateOf({ status: 'well', alarmLevel: 0 })).toBe(1)
    expect(deviceStateOf({ status: 'silent', alarmLevel: 1 })).toBe(3)
  })
})
