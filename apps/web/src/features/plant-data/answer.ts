/** The plant in one sentence: its production and where that goes, or why there is nothing to say. */
import { scaleOf } from '@heliograph/domain/format/scaled.ts'
import type { PlantType } from '@heliograph/domain/plant.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { PlantNow } from '../../api/plant-now.ts'
import type { PlantParts } from './plant-parts.ts'

type Number = (value: number, decimals: number) => string

/** A part of the sentence with its values as texts. */
export type Phrase = Readonly<{ key: TextKey; values: Readonly<Record<string, string>> }>
export type Answer = Readonly<{ lead: Phrase; clauses: readonly Phrase[] }>

export type AnswerFacts = Readonly<{
  now: PlantNow
  parts: PlantParts
  plantType: PlantType
  /** Share of the installed capacity, 0 to 1. */
  capacityShare: number | null
  /** `13:05` at the plant, with the date if it was not today. */
  lastTime: string
  sunrise: string | undefined
  /** Today's production, formatted with its unit. */
  today: string
  number: Number
  percent: (percent: number) => string
}>

type Part = Readonly<{ key: TextKey; powerW: number }>

function partsOfSentence({ now, parts }: AnswerFacts): readonly Part[] {
  const all: readonly (readonly [boolean, TextKey, number | null])[] = [
    [parts.load, 'plant-data.answer.load', now.loadW],
    [parts.battery, 'plant-data.answer.charge', now.chargeW],
    [parts.battery, 'plant-data.answer.discharge', now.dischargeW],
    [parts.generator, 'plant-data.answer.generator', now.generatorW],
    [parts.grid, 'plant-data.answer.feedIn', now.exportW],
    [parts.grid, 'plant-data.answer.buy', now.importW],
  ]
  return all.flatMap(([shown, key, powerW]) => (shown && powerW !== null && powerW > 0 ? [{ key, powerW }] : []))
}

/** All values of one sentence share one unit, so that they are easy to compare. */
function inOneUnit(
  parts: readonly Part[],
  leadW: number,
  number: Number,
  kind: string,
): Readonly<{ lead: string; clauses: readonly Phrase[] }> {
  const { prefix, factor } = scaleOf(Math.max(leadW, ...parts.map(({ powerW }) => powerW), 0))
  // Devices measure whole watts.
  const decimals = prefix === '' ? 0 : 2
  const write = (powerW: number): string => number(powerW / factor, decimals)
  const zero = write(0)
  return {
    lead: `${write(leadW)} ${prefix}W`,
    clauses: parts
      .map(({ key, powerW }) => ({ key, figure: write(powerW) }))
      .filter(({ figure }) => figure !== zero)
      .map(({ key, figure }) => ({ key, values: { figure: `${figure} ${prefix}W`, kind } })),
  }
}

export function answerOf(facts: AnswerFacts): Answer {
  const { now, lastTime, sunrise, today, number, percent } = facts
  // Before first light there is nothing to say about the day.
  const dawning = sunrise !== undefined && (now.todayKwh ?? 0) < 0.01
  const kind = facts.plantType === 'HOUSE_ROOF' ? 'home' : 'site'
  const pvW = now.pvW ?? 0
  // A plant without any data has no current state; a missing part is mentioned beside the rest.
  if (now.pvW === null && (now.status === 'silent' || now.status === 'late'))
    return { lead: { key: `plant-data.answer.${now.status}`, values: { time: lastTime } }, clauses: [] }
  if (now.status === 'asleep') {
    const key = dawning ? 'asleepOnlyUntil' : sunrise ? 'asleepUntil' : 'asleep'
    return { lead: { key: `plant-data.answer.${key}`, values: { sunrise: sunrise ?? '', today } }, clauses: [] }
  }
  const { lead, clauses } = inOneUnit(partsOfSentence(facts), pvW, number, kind)
  if (now.pvW === null)
    return {
      lead: { key: clauses.length > 0 ? 'plant-data.answer.unknownWith' : 'plant-data.answer.unknown', values: {} },
      clauses,
    }
  if (pvW < 1) {
    const dark = now.sunUp ? 'still' : dawning ? 'dawn' : 'night'
    const key = clauses.length > 0 ? (`plant-data.answer.${dark}With` as const) : (`plant-data.answer.${dark}` as const)
    return { lead: { key, values: { today, sunrise: sunrise ?? '' } }, clauses }
  }
  if (clauses.length > 0) return { lead: { key: 'plant-data.answer.producing', values: { power: lead } }, clauses }
  return {
    lead:
      facts.capacityShare === null
        ? { key: 'plant-data.answer.onlyPower', values: { power: lead, today } }
        : {
            key: 'plant-data.answer.onlyProducing',
            values: { power: lead, percent: percent(facts.capacityShare * 100), today },
          },
    clauses: [],
  }
}
