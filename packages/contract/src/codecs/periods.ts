import type { Interval } from '@heliograph/domain/time.ts'
import type { DayRecord, PeriodRow, PeriodStats, PowerRecord, SkyPart, WireRange } from '../maintain-s/history.ts'
import { type Energies, energies } from './energies.ts'
import { type Codec, fromFields, kilo, seconds, toFields } from './fields.ts'
import { type Powers, powerFields } from './powers.ts'

/** An earlier period of the plant, and only its days with data. */
export type Comparison = Readonly<{
  with: 'week' | 'yearBefore' | 'monthBefore'
  from: string
  to: string
  days: number
  pvWh: number
  clearSkyWh: number
}>

/** A period's production beside clear skies and beside the plant's own past; null: nothing to compare with. */
export type SkyFigures = Readonly<{
  /** The most that clear skies allow on the days with data; today's until the newest sample. */
  clearSkyWh: number | null
  comparison: Comparison | null
}>

const comparisonFields = {
  with: 'with',
  from: 'from',
  to: 'to',
  days: 'days',
  pvWh: ['generationValue', kilo],
  clearSkyWh: ['clearSkyValue', kilo],
} as const
const skyFields = { clearSkyWh: ['clearSkyValue', kilo] } as const

const sky = {
  toWire: (ours) => ({
    ...toFields(skyFields, ours),
    comparison: ours.comparison && toFields(comparisonFields, ours.comparison),
  }),
  fromWire: (wire) => ({
    ...fromFields(skyFields, wire),
    comparison: wire.comparison && fromFields(comparisonFields, wire.comparison),
  }),
} satisfies Codec<SkyFigures, SkyPart>

/** A slot of the day curve. */
export type PowerSlot = Powers &
  Readonly<{
    atMs: number
    upsW: number | null
    /** Share of the plant's devices that reported, 0 to 1. */
    coverage: number
    estimated: boolean
  }>

const slotFields = {
  ...powerFields,
  atMs: ['dateTime', seconds],
  upsW: 'upsPower',
  coverage: 'coverage',
  estimated: 'estimated',
} as const
const slot = {
  toWire: (ours) => toFields(slotFields, ours),
  fromWire: (wire) => fromFields(slotFields, wire),
} satisfies Codec<PowerSlot, PowerRecord>

export type DayCurveFigures = Interval &
  Readonly<{
    date: string
    intervalS: number
    zone: string
    sunriseMs: number | null
    sunsetMs: number | null
    /** Power under a clear sky: an upper bound, computed, never measured. */
    clearSky: readonly Readonly<{ atMs: number; powerW: number }>[]
    gaps: readonly Interval[]
    energies: Energies
    sky: SkyFigures
    slots: readonly PowerSlot[]
  }>

const intervalFields = { fromMs: ['from', seconds], toMs: ['to', seconds] } as const
const skyPointFields = { atMs: ['dateTime', seconds], powerW: 'power' } as const
const dayFields = {
  ...intervalFields,
  date: 'date',
  intervalS: 'intervalS',
  zone: 'timeZone',
  sunriseMs: ['sunrise', seconds],
  sunsetMs: ['sunset', seconds],
} as const

export const dayCurve = {
  toWire: (ours) => ({
    ...toFields(dayFields, ours),
    ...sky.toWire(ours.sky),
    statistics: energies.toWire(ours.energies),
    records: ours.slots.map(slot.toWire),
    clearSky: ours.clearSky.map((point) => toFields(skyPointFields, point)),
    gaps: ours.gaps.map((gap) => toFields(intervalFields, gap)),
  }),
  fromWire: (wire) => ({
    ...fromFields(dayFields, wire),
    sky: sky.fromWire(wire),
    energies: energies.fromWire(wire.statistics),
    slots: wire.records.map(slot.fromWire),
    clearSky: wire.clearSky.map((point) => fromFields(skyPointFields, point)),
    gaps: wire.gaps.map((gap) => fromFields(intervalFields, gap)),
  }),
} satisfies Codec<DayCurveFigures, DayRecord>

/** The energies of one day, month or year; `month` and `day` are 0 in rows of longer periods. */
export type PeriodEnergies = Energies & Readonly<Pick<PeriodRow, 'year' | 'month' | 'day'>>

export const periodEnergies = {
  toWire: ({ year, month, day, ...ours }) => ({ ...energies.toWire(ours), year, month, day }),
  fromWire: ({ year, month, day, ...wire }) => ({ ...energies.fromWire(wire), year, month, day }),
} satisfies Codec<PeriodEnergies, PeriodRow>

export type PeriodFigures = Readonly<{
  energies: Energies
  sky: SkyFigures
  rows: readonly PeriodEnergies[]
  operatingDays: number
  currency: string
}>

const periodFields = { operatingDays: 'operatingTotalDays', currency: 'currency' } as const

export const period = {
  toWire: (ours) => ({
    ...toFields(periodFields, ours),
    ...sky.toWire(ours.sky),
    statistics: energies.toWire(ours.energies),
    records: ours.rows.map(periodEnergies.toWire),
  }),
  fromWire: (wire) => ({
    ...fromFields(periodFields, wire),
    sky: sky.fromWire(wire),
    energies: energies.fromWire(wire.statistics),
    rows: wire.records.map(periodEnergies.fromWire),
  }),
} satisfies Codec<PeriodFigures, PeriodStats>

/** Any days of a plant; `known`: how many of them have data. */
export type Range = Readonly<{
  from: string
  to: string
  known: number
  whole: Energies
  days: readonly Readonly<{ date: string; energies: Energies }>[]
}>

export const range = {
  toWire: ({ whole, days, ...same }) => ({
    ...same,
    whole: energies.toWire(whole),
    days: days.map((day) => ({ date: day.date, energies: energies.toWire(day.energies) })),
  }),
  fromWire: ({ whole, days, ...same }) => ({
    ...same,
    whole: energies.fromWire(whole),
    days: days.map((day) => ({ date: day.date, energies: energies.fromWire(day.energies) })),
  }),
} satisfies Codec<Range, WireRange>
