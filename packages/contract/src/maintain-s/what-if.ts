import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, idParams, numberOrNull } from '../page.ts'
import { ownMoney, wireTariff } from './finance.ts'

/** A battery as its data sheet describes it. */
const batterySize = z.strictObject({
  capacityWh: z.number().min(100).max(1e8),
  powerW: z.number().min(50).max(1e8),
  /** Given back of what was taken. */
  roundTripPercent: z.number().min(50).max(99),
  /** Of the capacity, %. */
  usablePercent: z.number().min(10).max(100),
})

const figures = z.object({
  generationWh: z.number(),
  /** null: not measured. */
  importWh: numberOrNull,
  exportWh: numberOrNull,
  /** All that the house used. */
  useWh: numberOrNull,
  money: ownMoney,
  /** Earned less purchased, on the days on which it is known before and after; null: on none. */
  balance: numberOrNull,
})
const pair = { before: figures, after: figures }
const edge = z.object({ balance: numberOrNull, importWh: numberOrNull })

const whatIfReply = z.object({
  zone: z.string(),
  currency: z.string(),
  /** The last 365 days before today, of which `days` were replayed; on `pricedDays` of them the money is known. */
  from: day,
  to: day,
  days: z.number().int(),
  ofDays: z.number().int(),
  pricedDays: z.number().int(),
  /** Days that cannot be replayed; the newest of them as spans. */
  leftOut: z.array(
    z.object({
      reason: z.enum(['noData', 'noHours', 'noMeter', 'apart', 'estimated', 'size']),
      days: z.number().int(),
      spans: z.array(z.object({ from: day, to: day })),
    }),
  ),
  /** none: purchase and feed-in are not measured, so no battery can be replayed. */
  meter: z.enum(['grid', 'feedsAll', 'none']),
  capacityWp: z.number(),
  /** The most that the inverters give; null: unknown. */
  limitW: numberOrNull,
  /** No purchase has a price of the plant: with other prices, both sides are counted by those. */
  isUnpriced: z.boolean(),
  hasBattery: z.boolean(),
  /** The battery that is there, as its own hours show it; null: none, or it hardly ran. */
  battery: z
    .object({
      usableWh: z.number(),
      powerW: z.number(),
      roundTripPercent: z.number(),
      /** The year as it was by a model of it. */
      modelImportWh: z.number(),
      modelExportWh: z.number(),
    })
    .nullable(),
  months: z.array(z.object({ month: z.string(), days: z.number().int(), ...pair })),
  whole: z.object(pair),
  /** By careful and by hopeful assumptions; null: nothing was modelled. */
  range: z.object({ careful: edge, hopeful: edge }).nullable(),
  /** The changes one after the other: what each adds to the balance and takes off the purchase. */
  parts: z.array(
    z.object({ part: z.enum(['tariff', 'panels', 'battery']), balance: numberOrNull, importWh: numberOrNull }),
  ),
  /** Given by the battery of the change; null: none was played. */
  dischargedWh: numberOrNull,
})
export type WhatIfReply = z.infer<typeof whatIfReply>

export const whatIfCalls = {
  'POST /maintain-s/station/{id}/what-if': endpoint({
    summary: 'The last year of a plant, replayed with another battery, more panels or other prices; nothing is stored',
    reads: true,
    right: onPlant('viewPlantInfo', 'params.id'),
    // The first call reads a year of hours.
    cost: 40,
    params: idParams,
    body: z.strictObject({
      /** added: beside the battery that is there. instead: without it; a size of null is no battery at all. */
      battery: z.strictObject({ way: z.enum(['added', 'instead']), size: batterySize.nullable() }).nullable(),
      moreWp: z.number().min(0).max(1e9),
      /** As if it had always counted; null: the prices of the plant. */
      tariff: wireTariff.nullable(),
    }),
    reply: whatIfReply,
  }),
} as const
