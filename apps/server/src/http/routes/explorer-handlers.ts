import { Readable } from 'node:stream'
import { type ExplorerSeries, MOST_POINTS } from '@heliograph/contract/maintain-s/explorer.ts'
import {
  chooseFileStep,
  findRange,
  findSources,
  planSeries,
  type ReadSeries,
  readSeries,
  writeCsv,
} from '../../insight/explorer/explorer.ts'
import type { FamilyHandlers, FileReply, UserContext } from './handler.ts'

type Query = Readonly<{
  series: string | readonly string[]
  from?: number | string | undefined
  to?: number | string | undefined
  perKw?: '0' | '1' | undefined
}>

async function plan({ db, session, nowMs }: UserContext, { series, from, to, perKw }: Query) {
  const wanted = await planSeries(db, session, [series].flat(), perKw === '1', nowMs)
  return { wanted, range: await findRange(db, wanted, { from: toBound(from), to: toBound(to) }, nowMs) }
}
const toBound = (options: number | string | undefined) =>
  options === undefined ? undefined : typeof options === 'string' ? { date: options } : { atMs: options }

export const explorerHandlers = {
  'POST /maintain-s/explorer/search': async ({ body, context }) => {
    const search = { ...body, plantId: body.plantId }
    const { sources, isMore } = await findSources(context.db, context.session, search, context.nowMs)
    return { data: sources, more: isMore }
  },
  'GET /maintain-s/explorer/series': async ({ query, context }) => {
    const { wanted, range } = await plan(context, query)
    const found = await readSeries(context.db, wanted, range, query.every, MOST_POINTS, context.nowMs)
    return { ...range, zone: wanted[0]?.plant.zone ?? 'UTC', series: found.map(toWireSeries) }
  },
  'GET /maintain-s/explorer/csv': async ({ query, context }) => {
    const { wanted, range } = await plan(context, query)
    const step = chooseFileStep(query.every, range)
    const file: FileReply = {
      stream: Readable.from(writeCsv(context.db, wanted, range, step, context.nowMs), { objectMode: false }),
      name: `explorer-${new Date(range.fromMs).toISOString().slice(0, 10)}.csv`,
      type: 'text/csv; charset=utf-8',
      sizeBytes: null,
    }
    return file
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const toKwOrNull = (ratedW: number | null): number | null => (ratedW !== null && ratedW > 0 ? ratedW / 1000 : null)

function toWireSeries({ wanted, kind, step, slotMs, points }: ReadSeries): ExplorerSeries {
  const { plant, device, quantity, perKw } = wanted
  const decimals = perKw === null ? quantity.decimals + (kind === 'reading' ? 0 : 2) : 4
  const cut = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(decimals)))
  const hasSpread = points.some(({ min, max }) => min !== null && max !== null)
  return {
    reference: wanted.reference,
    plantId: plant.plantId,
    plantName: plant.name,
    deviceId: device?.deviceId ?? null,
    deviceName: device?.name ?? null,
    quantity: quantity.id,
    unit: perKw === null ? quantity.unit : `${quantity.unit}/kW`,
    divisorKw: perKw,
    ratedKw: toKwOrNull(device === undefined ? plant.capacityWp : device.ratedW),
    kind,
    step,
    slotMs,
    zone: plant.zone,
    timesMs: points.map(({ atMs }) => atMs),
    values: points.map(({ value }) => cut(value)),
    least: hasSpread ? points.map(({ min }) => cut(min)) : [],
    greatest: hasSpread ? points.map(({ max }) => cut(max)) : [],
    estimatedMs: points.flatMap(({ atMs, estimated }) => (estimated ? [atMs] : [])),
  }
}
