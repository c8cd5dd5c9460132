import { formatPercent } from '@heliograph/domain/format/number.ts'
import { formatEnergy, formatPower } from '@heliograph/domain/format/scaled.ts'
import { getLanguage } from '@heliograph/domain/languages.ts'
import de from '@heliograph/i18n/locales/de/plant-data.json'
import en from '@heliograph/i18n/locales/en/plant-data.json'
import zh from '@heliograph/i18n/locales/zh/plant-data.json'
import { createTranslate } from '@heliograph/i18n/translate.ts'
import { describe, expect, it } from 'vitest'
import type { PlantNow } from '../../../api/plant-now.ts'
import { answerOf, type Phrase } from './answer.ts'

const texts = { en, de, zh }
const nothing = {
  plantId: 1,
  pvW: null,
  loadW: null,
  gridW: null,
  importW: null,
  exportW: null,
  batteryW: null,
  chargeW: null,
  dischargeW: null,
  generatorW: null,
  socPercent: null,
  unaccountedW: null,
}
const base: PlantNow = {
  ...nothing,
  capacityShare: 0.42,
  todayWh: 18640,
  nodes: [],
  equipment: { meters: [], pcs: [], compensation: [], weather: null, loggers: { total: 1, online: 1 } },
  status: 'well',
  reason: { kind: 'well', count: 1, total: 1, group: 'inverter', sinceMs: null, devices: [], code: null },
  intervalS: 300,
  sunUp: true,
  zero: null,
  nextSunriseMs: null,
  sampledAtMs: 1000,
  serverAtMs: 1000,
}
const everything = { grid: true, load: true, battery: true, generator: true, ups: false }
const solarOnly = { grid: false, load: false, battery: false, generator: false, ups: false }

function say(
  changes: Partial<PlantNow>,
  parts = everything,
  code: keyof typeof texts = 'en',
  sunrise?: string,
): string {
  const { locale } = getLanguage(code)
  const translate = createTranslate(code, texts[code])
  const write = ({ key, values }: Phrase, more = {}): string =>
    translate(key, { ...values, ...more }).replace(/<\/?b>/g, '')
  const full = { ...base, ...changes }
  const { lead, clauses } = answerOf({
    now: full,
    parts,
    plantType: 'HOUSE_ROOF',
    capacityShare: full.capacityShare,
    lastTime: '06:10',
    sunrise,
    today: formatEnergy(full.todayWh, locale).text,
    power: (powerW) => formatPower(powerW, locale).text,
    percent: (value) => formatPercent(value, locale),
  })
  const told = clauses.map((clause) => write(clause))
  const list = told.reduce(
    (head, tail, index) =>
      index === 0
        ? tail
        : translate(index === told.length - 1 ? 'plant-data.answer.joinLast' : 'plant-data.answer.join', {
            head,
            tail,
          }),
    '',
  )
  return write(lead, { list })
}

const noon = {
  pvW: 4210,
  loadW: 1380,
  chargeW: 2100,
  dischargeW: 0,
  exportW: 730,
  importW: 0,
}

describe('answerOf', () => {
  it('says where production goes, each power as the flow shows it', () => {
    expect(say(noon)).toBe(
      'Producing 4.21 kW: the house consumes 1.38 kW, the battery is charging at 2.10 kW, and 730 W is fed into the grid.',
    )
    expect(say({ pvW: 850, loadW: 850 })).toBe('Producing 850 W: the house consumes 850 W.')
  })

  it('has a unit in every clause, in every language', () => {
    expect(say(noon, everything, 'de')).toBe(
      'Erzeugt 4,21 kW: das Haus verbraucht 1,38 kW, die Batterie lädt mit 2,10 kW und 730 W werden eingespeist.',
    )
    expect(say(noon, everything, 'zh')).toBe('正在发电 4.21 kW：家庭用电 1.38 kW，电池充电 2.10 kW，上网 730 W。')
  })

  it('omits parts that the plant does not have', () => {
    expect(say(noon, solarOnly)).toBe('Producing 4.21 kW, 42.00% of installed capacity; 18.64 kWh so far today.')
    expect(say({ ...noon, capacityShare: null }, solarOnly)).toBe('Producing 4.21 kW; 18.64 kWh so far today.')
  })

  it('omits what is less than a watt', () => {
    expect(say({ pvW: 9000, loadW: 9000, exportW: 0.4 })).toBe('Producing 9.00 kW: the house consumes 9.00 kW.')
  })

  it('describes evening, night and dawn', () => {
    const evening = { pvW: 0, loadW: 800, dischargeW: 600, importW: 200, sunUp: false }
    expect(say(evening, everything, 'en', '05:58')).toBe(
      'After sunset: the house consumes 800 W, the battery is discharging at 600 W, and 200 W is purchased from the grid. Produced today: 18.64 kWh.',
    )
    expect(say({ ...evening, todayWh: 0 }, everything, 'en', '05:58')).toMatch(/^Before sunrise at 05:58: the house/)
    expect(say({ status: 'asleep' }, solarOnly, 'en', '05:58')).toBe(
      'Night standby until sunrise at 05:58. Produced today: 18.64 kWh.',
    )
    expect(say({ status: 'asleep', todayWh: null }, solarOnly, 'en', '05:58')).toBe(
      'Night standby until sunrise at 05:58.',
    )
    expect(say({ status: 'asleep' }, solarOnly)).toBe('Night standby until sunrise. Produced today: 18.64 kWh.')
  })

  it('describes a plant that does not produce by day, with a generator', () => {
    expect(say({ pvW: 0, loadW: 3000, generatorW: 3000 })).toBe(
      'Not producing right now: the house consumes 3.00 kW, and the generator supplies 3.00 kW. 18.64 kWh so far today.',
    )
  })

  it('never presents old values as current', () => {
    expect(say({ ...noon, pvW: null, status: 'late' })).toBe(
      'Last data received at 06:10. The current state is unknown.',
    )
    expect(say({ ...noon, pvW: null, status: 'silent' })).toBe('No data since 06:10.')
  })

  it('invents no production that is not reported', () => {
    expect(say({ loadW: 500, importW: 500 })).toBe(
      'No production value reported; the house consumes 500 W, and 500 W is purchased from the grid.',
    )
    expect(say({})).toBe('The devices report no production value.')
  })

  it('has its sentences in every complete language', () => {
    for (const code of ['en', 'de', 'zh'] as const) {
      for (const system of [noon, { status: 'late' }, { status: 'asleep' }, {}] as const)
        expect(say(system, everything, code)).not.toMatch(/plant-data|[{}]/)
    }
  })
})
