import { loan as loanCodec, tariff } from '@heliograph/contract/codecs/tariff.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { dayBounds, hourStarts, isZone, localDate } from '@heliograph/domain/time.ts'
import {
  editFinances,
  FIRST_DAY,
  listSeries,
  previewVersion,
  readDayPrices,
  readPrices,
  readPriceTable,
  removeSeries,
  removeVersion,
  savePrices,
  saveVersion,
} from '../../fleet/finance/finance.ts'
import { getFacts, plantFinance } from '../../fleet/plants/plants.ts'
import { describeTariff, toDate, toFinanceChanges, toWireFinance } from './finance-wire.ts'
import type { FamilyHandlers } from './handler.ts'
import { senderOf } from './sender-of.ts'

const nameOf = (from: string): string => (from === FIRST_DAY ? 'start' : from)

export const financeHandlers = {
  'GET /maintain-s/station/{id}/finance': async ({ params, context }) =>
    toWireFinance(await plantFinance(context.db, params.id, context.nowMs)),
  'POST /maintain-s/station/{id}/finance': async ({ params, body, context }) => {
    const { loan, ...costs } = body
    const options = Object.fromEntries(Object.entries(costs).filter(([, value]) => value !== undefined))
    const edit = { ...options, ...(loan === undefined ? {} : { loan: loan && loanCodec.fromWire(loan) }) }
    const { before, after } = await editFinances(context.db, params.id, edit)
    return { changes: toFinanceChanges(before, after) }
  },
  'POST /maintain-s/station/{id}/finance/tariff': async ({ params, body, context }) => {
    const version = { from: toDate(body.validFrom), tariff: tariff.fromWire(body).tariff }
    const before = await saveVersion(context.db, params.id, version)
    const name = nameOf(version.from)
    const after = describeTariff(name, version.tariff)
    return { changes: [{ field: 'tariff', before: describeTariff(name, before), after }] }
  },
  'POST /maintain-s/station/{id}/finance/tariff/preview': async ({ params, body, context }) => {
    const facts = await getFacts(context.db, params.id)
    const change = { from: toDate(body.validFrom), tariff: body.tariff && tariff.fromWire(body.tariff).tariff }
    return await previewVersion(context.db, facts, change, localDate(context.nowMs, facts.zone))
  },
  'GET /maintain-s/station/{id}/finance/prices': async ({ params, context }) => {
    const series = await listSeries(context.db, params.id)
    const usedFrom = (from: string): string | null => (from === FIRST_DAY ? null : from)
    return { data: series.map((row) => ({ ...row, usedFrom: row.usedFrom.map(usedFrom) })) }
  },
  'GET /maintain-s/station/{id}/finance/day': async ({ params, query, context }) => {
    const facts = await getFacts(context.db, params.id)
    const { purchase, feedIn } = await readDayPrices(context.db, facts, query.date)
    const starts = hourStarts(query.date, facts.zone)
    const withStarts = (figures: typeof purchase) =>
      figures && { ...figures, hours: starts.map((atMs, hour) => ({ atMs, price: figures.hours[hour] ?? null })) }
    return { currency: facts.currency, purchase: withStarts(purchase), feedIn: withStarts(feedIn) }
  },
  'POST /maintain-s/station/{id}/finance/prices': async ({ params, body, context }) => {
    const { name, minutes } = body
    const points = body.prices.map(({ fromMs, price }) => ({ atMs: fromMs, price }))
    const misfit = points.findIndex(({ atMs }) => atMs % (minutes * MINUTE_MS) !== 0)
    if (misfit >= 0) throw new Refusal('PARAM_ERROR', { field: `body.prices.${misfit}.fromMs` })
    await savePrices(context.db, params.id, name, points, minutes, context.nowMs)
    return { name, prices: points.length }
  },
  'POST /maintain-s/station/{id}/finance/prices/file': async ({ params, body, context }) => {
    const { name, unit, zone, content } = body
    if (zone !== undefined && !isZone(zone)) throw new Refusal('PARAM_ERROR', { field: 'body.zone' })
    const facts = await getFacts(context.db, params.id)
    const question = { bytes: Buffer.from(content, 'base64'), unit, zone: zone ?? facts.zone }
    const { points, step } = await readPriceTable(question, senderOf(context))
    await savePrices(context.db, params.id, name, points, step, context.nowMs)
    return { name, prices: points.length }
  },
  'GET /maintain-s/station/{id}/finance/prices/day': async ({ params, query, context }) => {
    const { zone } = await getFacts(context.db, params.id)
    return { prices: await readPrices(context.db, params.id, query.name, dayBounds(query.date, zone)) }
  },
  'DELETE /maintain-s/station/{id}/finance/prices': async ({ params, body, context }) => {
    await removeSeries(context.db, params.id, body.name)
    return { success: true }
  },
  'DELETE /maintain-s/station/{id}/finance/tariff': async ({ params, body, context }) => {
    const from = toDate(body.validFrom)
    const removed = await removeVersion(context.db, params.id, from)
    return { changes: [{ field: 'tariff', before: describeTariff(nameOf(from), removed), after: null }] }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
