import { Readable } from 'node:stream'
import { alarm, alarmDetail, allWell, metRule } from '@heliograph/contract/codecs/alarm.ts'
import { alertFilter } from '@heliograph/contract/maintain-s/alerts.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { dayBounds, isDate } from '@heliograph/domain/time.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'
import {
  acknowledgeAlarms,
  assignAlarms,
  blockAlarms,
  calendarRange,
  countAlarms,
  countByPlant,
  describeAlarm,
  endBlock,
  explainCodes,
  type FoundAlarm,
  findBlock,
  findCurve,
  getAlarm,
  getNewestAlarm,
  instantsOf,
  listAssignees,
  listBlocks,
  listCauses,
  listFleetBlocks,
  listMetRules,
  nameAlarm,
  noteAlarm,
  readAlarmTrend,
  readAllWell,
  readEvents,
  readSpans,
  searchAlarms,
  snoozeAlarms,
  spansByDay,
  translateAlarms,
  writeAlarmsCsv,
} from '../../insight/alarms/alarms.ts'
import { toAlarm, toAlarmFilter, toBlock, toMeasured, toRuleId } from './alert-wire.ts'
import type { FamilyHandlers, FileReply, UserContext } from './handler.ts'
import { toSeconds } from './scales.ts'

type Target = Readonly<{
  alertId?: string | undefined
  deviceId?: number | undefined
  plantId?: number | undefined
  ruleId?: string | undefined
}>

const findAlarm = ({ db, session, nowMs }: UserContext, { alertId, deviceId, plantId, ruleId }: Target) =>
  alertId === undefined
    ? getNewestAlarm(db, session, { deviceId, plantId, rule: ruleId ?? '' }, nowMs)
    : getAlarm(db, session, alertId, nowMs)

const toAct = ({ session, nowMs }: UserContext, alarmIds: readonly string[]) => ({ holder: session, alarmIds, nowMs })

const toMs = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000)

export const alertHandlers = {
  'POST /maintain-s/operating/alert/search': async ({ query, body, context }) => {
    const { db, session, nowMs } = context
    const translate = translateAlarms(body.language)
    const filter = toAlarmFilter(body, session, translate)
    const order = { order: query['order.property'], direction: query['order.direction'] }
    const paging = { page: query.page, size: query.size, isByDay: body.grouping === 'day' }
    const { total, alarms } = await searchAlarms(db, { ...filter, ...order, ...paging }, nowMs)
    const [counts, well, rules] = await Promise.all([
      countAlarms(db, filter, nowMs),
      // The reasons for all being well are needed only where all is well.
      alarms.length > 0 ? null : readAllWell(db, session, filter.plantIds, nowMs),
      listMetRules(db, filter, nowMs),
    ])
    return {
      total,
      data: alarms.map((found) => alarm.toWire(toAlarm(found, translate))),
      counts,
      well: well && allWell.toWire(well),
      rules: rules.map(({ name: userRuleName, ...rule }) =>
        metRule.toWire({ ruleId: toRuleId(rule), name: nameAlarm(translate, { rule: rule.rule, userRuleName }) }),
      ),
    }
  },
  'POST /maintain-s/operating/alert/detail': async ({ body, context }) => {
    const { db, nowMs } = context
    const translate = translateAlarms(body.language)
    const found = await findAlarm(context, body)
    const [events, spans, curve, blockId] = await Promise.all([
      readEvents(db, found.id),
      readSpans(db, found, calendarRange(nowMs), nowMs),
      findCurve(db, found),
      findBlock(db, found, nowMs),
    ])
    const codes = explainCodes(found, body.language)
    return alarmDetail.toWire({
      ...toAlarm(found, translate),
      description: describeAlarm(translate, found),
      measured: toMeasured(found),
      // The rule's own line sends people to the manual: it stands only where no code says more.
      causes: codes.some(({ known }) => known !== null) ? [] : listCauses(translate, found),
      codes,
      events,
      calendar: spansByDay(spans, found.zone, nowMs),
      curve,
      blockId,
    })
  },
  'POST /maintain-s/operating/alert/timeline': async ({ body, context }) => {
    const alarm = await findAlarm(context, body)
    const day = body.alertDay.replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, '$1-$2-$3')
    if (!isDate(day)) throw new Refusal('PARAM_ERROR', { field: 'body.alertDay' })
    const bounds = dayBounds(day, alarm.zone)
    const spans = await readSpans(context.db, alarm, bounds, context.nowMs)
    return instantsOf(spans, { ...bounds, toMs: Math.min(bounds.toMs, context.nowMs + 1) }).map(toSeconds)
  },
  'POST /maintain-s/operating/alert/counts': async ({ context }) => {
    const { db, session, nowMs } = context
    const [counts, plants] = await Promise.all([
      countAlarms(db, { holder: session }, nowMs),
      countByPlant(db, session, nowMs),
    ])
    return { counts, plants }
  },
  'POST /maintain-s/operating/alert/trend': async ({ context }) => ({
    data: [...(await readAlarmTrend(context.db, context.session, context.nowMs))],
  }),
  'POST /maintain-s/operating/alert/assignees': async ({ body, context }) => [
    ...(await listAssignees(context.db, toAct(context, body.ids))),
  ],
  'POST /maintain-s/operating/alert/acknowledge': async ({ body, context }) => ({
    changed: await acknowledgeAlarms(context.db, toAct(context, body.ids), body.acknowledged),
  }),
  'POST /maintain-s/operating/alert/snooze': async ({ body, context }) => ({
    changed: await snoozeAlarms(context.db, toAct(context, body.ids), toMs(body.until)),
  }),
  'POST /maintain-s/operating/alert/assign': async ({ body, context }) => ({
    changed: await assignAlarms(context.db, toAct(context, body.ids), body.userId),
  }),
  'POST /maintain-s/operating/alert/note': async ({ body, context }) => {
    const act = { holder: context.session, alarmId: body.alertId, nowMs: context.nowMs }
    await noteAlarm(context.db, act, body.text)
    return { success: true }
  },
  'GET /maintain-s/operating/alert/csv': async ({ query, context }) => {
    const options = readFilter(query.filter)
    const translate = translateAlarms(options.language)
    const filter = toAlarmFilter(options, context.session, translate)
    // Another person's plant is refused before the file begins.
    await searchAlarms(context.db, { ...filter, ...firstRow }, context.nowMs)
    const lines = writeAlarmsCsv(context.db, filter, csvWords(translate), context.nowMs)
    const file: FileReply = {
      stream: Readable.from(lines, { objectMode: false }),
      name: `alarms-${new Date(context.nowMs).toISOString().slice(0, 10)}.csv`,
      type: 'text/csv; charset=utf-8',
      sizeBytes: null,
    }
    return file
  },
  'GET /maintain-s/operating/alert/block': async ({ query, context }) => {
    const { db, session, nowMs } = context
    const translate = translateAlarms(query.language)
    const { total, blocks } = await listFleetBlocks(db, session, query, nowMs)
    return { total, data: blocks.map((block) => toBlock(block, translate)) }
  },
  'GET /maintain-s/station/{id}/alert/block': async ({ params, query, context }) => {
    const translate = translateAlarms(query.language)
    const blocks = await listBlocks(context.db, params.id, context.nowMs)
    return blocks.map((block) => toBlock(block, translate))
  },
  'POST /maintain-s/station/{id}/alert/block': async ({ params, body, context }) => {
    const { ruleId: rule, deviceId, untilMs } = body
    const { userId } = context.session
    const options = { plantId: params.id, deviceId, rule, untilMs, userId }
    return { id: await blockAlarms(context.db, options, context.nowMs) }
  },
  'DELETE /maintain-s/station/{id}/alert/block': async ({ params, body, context }) => {
    const options = { plantId: params.id, blockId: body.blockId, userId: context.session.userId }
    await endBlock(context.db, options, context.nowMs)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const firstRow = { isByDay: false, order: 'startTime', direction: 'DESC', page: 1, size: 1 } as const

/** @throws Refusal PARAM_ERROR */
function readFilter(text: string) {
  let options: unknown
  try {
    options = JSON.parse(text)
  } catch {
    options = undefined
  }
  const read = alertFilter.safeParse(options)
  if (!read.success) throw new Refusal('PARAM_ERROR', { field: 'query.filter' })
  return read.data
}

const csvColumns = [
  ...(['name', 'level', 'influence', 'state', 'plant', 'device', 'serial', 'part', 'code', 'from', 'to'] as const),
  ...(['zone', 'fromUtc', 'lost', 'acknowledged', 'assignee'] as const),
] as const

const csvWords = (translate: Translate) => ({
  columns: csvColumns.map((name) => translate(`alarm-page.csv.${name}`)),
  nameOf: (alarm: FoundAlarm) => nameAlarm(translate, alarm),
  levelOf: ({ level }: FoundAlarm) => translate(`alarm-page.level.${level}`),
  influenceOf: ({ influence }: FoundAlarm) => translate(`alarm-page.influence.${influence}`),
  stateOf: ({ closedAtMs }: FoundAlarm) =>
    translate(closedAtMs === null ? 'alarm-page.state.open' : 'alarm-page.state.closed'),
})
