import { type Loan, repaymentMethods } from '@heliograph/domain/tariff/investment.ts'
import { priceSteps, priceUnits } from '@heliograph/domain/tariff/price-series.ts'
import { findScheduleFault, MOST_PRICE, MOST_SEASONS, MOST_WINDOWS } from '@heliograph/domain/tariff/schedule.ts'
import { incomeRules, MOST_VAT_PERCENT } from '@heliograph/domain/tariff/tariff.ts'
import { isDate } from '@heliograph/domain/time.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { base64, day, done, epochMs, idParams, numberOrNull } from '../page.ts'
import { changes } from './changes.ts'

/** Per kWh. */
const price = z.number().min(0).max(MOST_PRICE)
/** Of energy from or to the grid: below zero where a market pays for use or charges for feed-in. */
const gridPrice = z.number().min(-MOST_PRICE).max(MOST_PRICE)
/** Up to a trillion of any currency. */
const amount = z.number().min(0).max(1e12)

/** Prices per kWh by the wall clock of the plant. In each season the windows cover the week exactly once. */
const priceSchedule = z
  .strictObject({
    seasons: z
      .array(
        z.strictObject({
          /** MM-DD: from this day of each year until the next season. */
          from: z.string().regex(/^\d{2}-\d{2}$/),
          windows: z
            .array(
              z.strictObject({
                /** 1 Monday to 7 Sunday. */
                days: z
                  .array(z.literal([1, 2, 3, 4, 5, 6, 7]))
                  .min(1)
                  .max(7),
                /** Of the day, in quarter hours. */
                fromMinute: z.number().int().min(0).max(1_425),
                toMinute: z.number().int().min(15).max(1_440),
                price: gridPrice,
              }),
            )
            .min(1)
            .max(MOST_WINDOWS),
        }),
      )
      .min(1)
      .max(MOST_SEASONS),
  })
  .refine((schedule) => findScheduleFault(schedule) === null, 'the windows of a season must cover the week once')

const seriesName = z.string().trim().min(1).max(60)

/** The prices of a market, per kWh: `price * factor + surcharge`. */
const seriesPrices = z.strictObject({
  series: seriesName,
  factor: z.number().min(-1_000).max(1_000),
  surcharge: gridPrice,
})
const gridPrices = z.union([priceSchedule, seriesPrices])

/** Tariff that applies from a date on. */
const tariffFields = {
  incomeRule: z.enum(incomeRules),
  /** Income of a kWh produced by the rule `production`. */
  mergeElectricPrice: price.nullable(),
  /** Income of a kWh produced by the rule `fullFeedIn`. */
  benchmarkPrice: price.nullable(),
  nationalSubsidy: price,
  provincialSubsidy: price,
  prefecturalSubsidy: price,
  countySubsidy: price,
  purchasePrices: gridPrices.nullable(),
  feedInPrices: gridPrices.nullable(),
  /** Per day. */
  standingCharge: amount,
  /** Contained in all prices, %. null: not stated. */
  vatRate: z.number().min(0).max(MOST_VAT_PERCENT).nullable().default(null),
}
/** null: from the start. */
const validFrom = day.refine((date) => isDate(date) && date > '1970-01-01' && date < '2200').nullable()
export const wireTariff = z.strictObject({ validFrom, ...tariffFields })
export type WireTariff = z.infer<typeof wireTariff>

const moneyFields = {
  income: numberOrNull,
  cost: numberOrNull,
  feedInPaid: numberOrNull,
  withoutPlant: numberOrNull,
  saved: numberOrNull,
}
/** Sums of days. null: unknown. */
export const money = z.object({
  ...moneyFields,
  /** The same without VAT, where each day states its rate. */
  netOfVat: z.object(moneyFields).optional(),
})
export type WireMoney = z.infer<typeof money>

const ownFields = {
  income: numberOrNull,
  cost: numberOrNull,
  feedIn: numberOrNull,
  withoutPlant: numberOrNull,
  savings: numberOrNull,
}
/** The same in our own calls: each part of the domain's, because a nullable object refuses what it does not name. */
export const ownMoney = z.object({
  ...ownFields,
  withoutVat: z.object(ownFields).optional(),
  billed: z.object({ cost: numberOrNull, feedIn: numberOrNull, withoutPlant: numberOrNull }).optional(),
})

const financeFields = {
  constructionCost: amount.nullable(),
  constructionSubsidy: amount.nullable(),
  constructionDate: day.refine((date) => isDate(date) && date >= '1950' && date < '2200').nullable(),
  desulfurizationPrice: price.nullable(),
  tariffUrl: z
    .string()
    .trim()
    .max(500)
    .refine((url) => url === '' || (/^https?:\/\//i.test(url) && URL.canParse(url))),
}
/** Months; a period divides the term. */
const loanFields = {
  amount: amount.min(0.01),
  repaymentMethod: z.enum(repaymentMethods),
  term: z.number().int().min(1).max(600),
  period: z.literal([1, 3, 6, 12]),
  /** Percent per year. */
  interestRate: z.number().min(0).max(100),
}
export type WireLoan = Readonly<{
  amount: number
  repaymentMethod: Loan['method']
  term: number
  period: number
  interestRate: number
}>
const loan = z.strictObject(loanFields).refine(({ term, period }) => term % period === 0, { path: ['period'] })

/** The finances of a plant. Prices are those of today: null where today's tariff has no such price. */
export const finance = z.object({
  currency: z.string(),
  ...financeFields,
  incomeRule: z.enum(incomeRules),
  mergeElectricPrice: numberOrNull,
  benchmarkPrice: numberOrNull,
  /** The price of a kWh purchased, if it is the same at all times. */
  consumptionPrice: numberOrNull,
  nationalSubsidy: z.number(),
  provincialSubsidy: z.number(),
  prefecturalSubsidy: z.number(),
  countySubsidy: z.number(),
  /** Of all four, per kWh. */
  subsidyUnitAmount: z.number(),
  financing: z.boolean(),
  amount: numberOrNull,
  /** The loan in % of the cost. */
  proportion: numberOrNull,
  repaymentMethod: z.enum(repaymentMethods).nullable(),
  term: numberOrNull,
  period: numberOrNull,
  interestRate: numberOrNull,
  /** The first payment of the loan, divided by the days of its period. */
  dayRefund: numberOrNull,
  /** The prices over time, ascending: the first counts from the start. */
  tariffs: z.array(wireTariff.extend({ /** false: the plain price of the plant's record. */ stored: z.boolean() })),
  /** The last 365 days before today. */
  lastYear: money.extend({ from: day, to: day, days: z.number().int() }),
  outlook: z.object({
    basis: z.enum(['measured', 'estimated', 'none']),
    days: z.number().int(),
    yearly: numberOrNull,
    invested: numberOrNull,
    earned: numberOrNull,
    earnedBeforeRecords: z.number(),
    paybackDate: day.nullable(),
    paidBack: z.boolean(),
    /** Percent per year. */
    internalRate: numberOrNull,
    ownInternalRate: numberOrNull,
    /** Assumed for the rates: years, and percent that the income falls per year. */
    lifetimeYears: z.number(),
    degradation: z.number(),
  }),
  /** Days whose hours are still to be read: no sum contains them, the next calls read them. */
  daysLeft: z.number().int(),
})
export type WireFinance = z.infer<typeof finance>

const dayPrices = z.object({
  /** Of the hours whose price is known. */
  min: numberOrNull,
  mean: numberOrNull,
  max: numberOrNull,
  /** The hours weighted by their energy: what a kWh of this day cost or earned. null: no energy, or a price is unknown. */
  weighted: numberOrNull,
  /** An hour has energy and no price: the amounts that need it are unknown. */
  isUnpriced: z.boolean(),
  /** 23 to 25 of them. null: the price is unknown. */
  hours: z.array(z.object({ atMs: epochMs, price: numberOrNull })),
})
export type DayPriceFigures = Readonly<z.infer<typeof dayPrices>>

const priceSeries = z.object({
  name: z.string(),
  /** Of the first known price, and the end of the last one. null: none. */
  fromMs: epochMs.nullable(),
  toMs: epochMs.nullable(),
  /** Quarter hours between the two without a price. */
  missing: z.number().int(),
  /** The spans that lack prices: how many, and the newest ten of them, the newest first. */
  gapCount: z.number().int(),
  gaps: z.array(z.object({ fromMs: epochMs, toMs: epochMs })),
  /** First dates of the tariffs that follow it; null: from the start. */
  usedFrom: z.array(day.nullable()),
})
export type PriceSeries = Readonly<z.infer<typeof priceSeries>>

const MOST_BYTES = 14 * 1024 * 1024
const savedPrices = z.object({ name: z.string(), /** Of this delivery. */ prices: z.number().int() })

const compared = { before: ownMoney, after: ownMoney }
export const tariffPreview = z.object({
  /** The dates whose prices change, up to today; null: none has passed yet. */
  changed: z.object({ from: day, to: day, days: z.number().int(), ...compared }).nullable(),
  years: z.array(z.object({ year: z.string(), ...compared })),
  /** The last 365 days, as if the new prices had counted on all of them. */
  lastYear: z.object({ from: day, to: day, days: z.number().int(), ...compared }),
  /** Days whose hours are still to be read: ask again. */
  unreadDays: z.number().int(),
})
export type TariffPreview = z.infer<typeof tariffPreview>

export const financeCalls = {
  'GET /maintain-s/station/{id}/finance': endpoint({
    summary: 'Prices, subsidies, cost and financing of a plant, and what follows from them',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 5,
    params: idParams,
    reply: finance,
  }),
  'POST /maintain-s/station/{id}/finance': endpoint({
    summary: 'Edit what a plant cost and how it was paid; absent fields stay',
    undo: { reads: 'GET /maintain-s/station/{id}/finance' },
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z
      .strictObject({ ...financeFields, /** null: no loan. */ loan: loan.nullable() })
      .partial()
      .refine((edit) => Object.keys(edit).length > 0),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/station/{id}/finance/tariff': endpoint({
    summary: 'Set the prices of a plant from a date on; the same date again replaces them',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: wireTariff,
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/station/{id}/finance/tariff/preview': endpoint({
    summary: 'What other prices would change in the money of a plant; nothing is stored',
    reads: true,
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 20,
    params: idParams,
    body: z.strictObject({
      validFrom,
      /** null: the prices of this date are removed. */ tariff: wireTariff.nullable(),
    }),
    reply: tariffPreview,
  }),
  'GET /maintain-s/station/{id}/finance/prices': endpoint({
    summary: 'The series of market prices that tariffs of a plant can follow',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: z.object({ data: z.array(priceSeries) }),
  }),
  'GET /maintain-s/station/{id}/finance/day': endpoint({
    summary: 'The prices by which the energy of a date of the plant is counted, per kWh, hour by hour',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 5,
    params: idParams,
    query: z.object({ date: day.refine((date) => isDate(date) && date >= '1970' && date < '2200') }),
    reply: z.object({
      currency: z.string(),
      /** null: the tariff has no such price. */
      purchase: dayPrices.nullable(),
      feedIn: dayPrices.nullable(),
    }),
  }),
  'POST /maintain-s/station/{id}/finance/prices': endpoint({
    summary: 'Deliver market prices of a plant; the same again changes nothing, others replace those of their time',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    cost: 5,
    params: idParams,
    body: z.strictObject({
      name: seriesName,
      /** How long each price counts. */
      minutes: z.literal([...priceSteps]),
      /** Per kWh in the plant's currency, from each instant on, which is a multiple of `minutes`. */
      prices: z.array(z.strictObject({ fromMs: z.number().int(), price: gridPrice })).max(3_000),
    }),
    reply: savedPrices,
  }),
  'POST /maintain-s/station/{id}/finance/prices/file': endpoint({
    summary: 'Deliver market prices of a plant as a CSV or XLSX file: a column of times and one of prices',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    mostBytes: MOST_BYTES,
    params: idParams,
    body: z.strictObject({
      name: seriesName,
      unit: z.enum(priceUnits),
      /** IANA, of times without an offset; absent: the plant's. */
      zone: z.string().min(1).max(60).optional(),
      content: base64(MOST_BYTES),
    }),
    reply: savedPrices,
  }),
  'GET /maintain-s/station/{id}/finance/prices/day': endpoint({
    summary: 'The known prices of a date of the plant, by quarter hours',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    query: z.object({ name: seriesName, date: day.refine(isDate) }),
    reply: z.object({ prices: z.array(z.object({ atMs: epochMs, price: z.number() })) }),
  }),
  'DELETE /maintain-s/station/{id}/finance/prices': endpoint({
    summary: 'Remove a series of market prices that no tariff follows',
    undo: 'final',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({ name: seriesName }),
    reply: done,
  }),
  'DELETE /maintain-s/station/{id}/finance/tariff': endpoint({
    summary: 'Remove the prices of a date: those before it count on',
    undo: 'final',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({ validFrom }),
    reply: z.object({ changes }),
  }),
} as const
