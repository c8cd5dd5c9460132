/** The plant in one sentence: its production and where that goes, or why there is nothing to say. */
import type { PlantType } from '@heliograph/domain/plant.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { PlantNow } from '../../../api/plant-now.ts'
import type { PlantParts } from '../../../plant/plant-parts.ts'

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
  /** Each power as the flow shows it. */
  power: (powerW: number) => string
  percent: (percent: number) => string
}>

/** Devices measure whole watts: less is shown as 0. */
const LEAST_W = 1

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
  return all.flatMap(([shown, key, powerW]) => (shown && powerW !== null && powerW >= LEAST_W ? [{ key, powerW }] : []))
}

export function answerOf(facts: AnswerFacts): Answer {
  const { now, lastTime, sunrise, today, power, percent } = facts
  // Before first light there is nothing to say about the day.
  const dawning = sunrise !== undefined && (now.todayWh ?? 0) < 10
  const kind = facts.plantType === 'HOUSE_ROOF' ? 'home' : 'site'
  const pvW = now.pvW ?? 0
  // A plant without any data has no current state; a missing part is mentioned beside the rest.
  if (now.pvW === null && (now.status === 'silent' || now.status === 'late'))
    return { lead: { key: `plant-data.answer.${now.status}`, values: { time: lastTime } }, clauses: [] }
  if (now.status === 'asleep') {
    const key = dawning ? 'asleepOnlyUntil' : sunrise ? 'asleepUntil' : 'asleep'
    return { lead: { key: `plant-data.answer.${key}`, values: { sunrise: sunrise ?? '', today } }, clauses: [] }
  }
  const lead = power(pvW)
  const clauses = partsOfSentence(facts).map(({ key, powerW }) => ({ key, values: { figure: power(powerW), kind } }))
  if (now.pvW === null)
    return {
      lead: { key: clauses.length > 0 ? 'plant-data.answer.unknownWith' : 'plant-data.answer.unknown', values: {} },
      clauses,
    }
  if (pvW < LEAST_W) {
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
