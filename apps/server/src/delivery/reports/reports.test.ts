import { buffer } from 'node:stream/consumers'
import { formatMoney } from '@heliograph/domain/format/money.ts'
import { formatNumber, formatPercent } from '@heliograph/domain/format/number.ts'
import { formatEnergy } from '@heliograph/domain/format/scaled.ts'
import { languageCodes } from '@heliograph/domain/languages.ts'
import { formatBilledEnergy } from '@heliograph/domain/letter/letter-words.ts'
import type { LossSum } from '@heliograph/domain/performance/sum-days.ts'
import { noMoney } from '@heliograph/domain/tariff/day-money.ts'
import { flatSchedule } from '@heliograph/domain/tariff/schedule.ts'
import { plainTariff } from '@heliograph/domain/tariff/tariff.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_DAY, saveVersion } from '../../fleet/finance/finance.ts'
import { plantPeriod } from '../../fleet/plants/plants.ts'
import { addAlarm } from '../../insight/alarms/testing/add-alarm.ts'
import { monthQuality } from '../../insight/data-quality/data-quality.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { incomeFigures } from './fleet-pages.ts'
import { drawPlantReport } from './plant-pages.ts'
import { readPlantReport } from './plant-report.ts'
import { readReportBrand } from './report-brand.ts'
import { openLanguage, reportTexts } from './report-texts.ts'
import { makeFleetReport, makeLetter, makePlantReport, type ReportOrder, summarizeReport } from './reports.ts'
import { readPdf } from './testing/read-pdf.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const HOUR_MS = 3_600_000
let test: TestApp
let plant: number
let owner: Awaited<ReturnType<typeof addTestUser>>
let stranger: typeof owner

beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  stranger = await addTestUser(test, 'stranger')
  plant = await addTestPlant(test.db, owner.userId, { name: 'Lindenhof 林登', pricePerKwh: 0.31 })
  await addTestPlant(test.db, owner.userId, { name: 'Silent barn' })
  const device = await addTestDevice(test.db, plant, {
    quantities: ['pvPowerW', 'generationTotalWh', 'gridExportTotalWh', 'gridImportTotalWh'],
    flows: ['generation', 'import', 'export'],
  })
  const valuesAt = (atMs: number) => {
    const hours = (atMs - nowMs) / HOUR_MS + 40
    return {
      pvPowerW: 1000,
      generationTotalWh: 1e6 + hours * 1000,
      gridExportTotalWh: 5e5 + hours * 400,
      gridImportTotalWh: 2e5 + hours * 300,
    }
  }
  // Five hours are missing on the 14th.
  const gapMs = Date.parse('2026-06-14T07:00:00Z')
  const spans = [
    { fromMs: nowMs - 40 * HOUR_MS, toMs: gapMs },
    { fromMs: gapMs + 5 * HOUR_MS, toMs: nowMs },
  ]
  for (const span of spans) await appendSamples(test.db, device, { ...span, stepMs: 900_000 }, valuesAt)
})
afterAll(() => test.close())

const order: ReportOrder = {
  period: { step: 'day', from: '2026-06-01', to: '2026-06-30' },
  language: 'en',
  nowMs,
  host: 'localhost',
  publicUrl: 'http://localhost',
  hasAlarms: true,
}
const readPlant = async (change: Partial<ReportOrder> = {}) =>
  readPdf(await buffer((await makePlantReport(test.db, plant, { ...order, ...change })) as AsyncIterable<Buffer>))
const readFleet = async (by = owner, change: Partial<ReportOrder> = {}) => {
  const holder = { userId: by.userId, organizationId: null }
  return readPdf(
    await buffer((await makeFleetReport(test.db, holder, { ...order, ...change })) as AsyncIterable<Buffer>),
  )
}
const joined = (pages: readonly (readonly string[])[]): string => pages.flat().join('\n')

describe('the letter of a month', () => {
  const readLetterPages = async (change: Partial<ReportOrder> = {}) =>
    readPdf(await buffer((await makeLetter(test.db, plant, { ...order, ...change })) as AsyncIterable<Buffer>))

  it('is one page with the figures of the page, and the number of the bill', async () => {
    const pages = await readLetterPages()
    expect(pages).toHaveLength(1)
    const { statistics } = await plantPeriod(test.db, plant, 'month', '2026-06', nowMs)
    const plain = (words: string): string => words.replace(/\s/g, ' ')
    const text = plain(joined(pages))
    expect(text).toContain('Letter of June 2026')
    expect(text).toContain(plain(formatEnergy(statistics.energy.generation, 'en-US').text))
    for (const wh of [statistics.energy.import, statistics.energy.export])
      expect(text).toContain(plain(formatBilledEnergy(wh, 'en-US')))
    expect(text).not.toMatch(/letter\.|<b>|\{/)
  })

  it.each(languageCodes)('is written in %s with all its sentences, on one page', async (language) => {
    const pages = await readLetterPages({ language })
    expect(pages).toHaveLength(1)
    expect(joined(pages)).not.toMatch(/letter\.|performance\.|<b>/)
  })
})

describe('the report of a plant', () => {
  it('says the figures of the page', async () => {
    const texts = (await readPlant()).flat()
    const { statistics, rows, currency } = await plantPeriod(test.db, plant, 'month', '2026-06', nowMs)
    const { energy, useWh, generationShares, useShares, fullPowerHours, money } = statistics
    for (const figure of [
      formatEnergy(energy.generation, 'en-US').text,
      formatEnergy(energy.export, 'en-US').text,
      formatEnergy(useWh, 'en-US').text,
      formatPercent(generationShares && 100 - generationShares.toGrid, 'en-US'),
      formatPercent(useShares && 100 - useShares.fromGrid, 'en-US'),
      `${formatNumber(fullPowerHours, 'en-US')} kWh/kWp`,
      formatMoney(money.income, currency, 'en-US'),
    ])
      expect(texts).toContain(figure)
    const yesterday = rows.find(({ day }) => day === 14)?.figures.energy.generation ?? 0
    expect(yesterday).toBeGreaterThan(20_000)
    expect(texts.join('\n')).toMatch(new RegExp(`≈? ?${formatNumber(yesterday / 1000, 'en-US')}`))
    // Days that have not come are in no row, days without data are unknown.
    expect(texts).toContain('Mon 1')
    expect(texts).not.toContain('Tue 16')
    expect(texts).toContain('--')
  })
  it('says what was missing, in which zone, and that the month is not over', async () => {
    const text = joined(await readPlant()).replaceAll('\n', ' ')
    const { days } = await monthQuality(test.db, plant, '2026-06', nowMs)
    const hours = days.reduce((sum, { missingHours }) => sum + missingHours, 0)
    expect(hours).toBeGreaterThan(3)
    expect(text).toContain(`${formatNumber(hours, 'en-US', 1)} h without data`)
    expect(text).toContain('midnight of the plant: Europe/Berlin')
    expect(text).toContain('figures up to 2026-06-15 12:00:00 (UTC+02:00)')
  })
  it('lists what was wrong, how long and what it cost, to who may see alarms', async () => {
    expect(joined(await readPlant())).toContain('No alarm held in this period.')
    const dead = { plantId: plant, openedAtMs: nowMs - 26 * HOUR_MS, closedAtMs: nowMs - 2 * HOUR_MS, lostWh: 5_500 }
    await addAlarm(test.db, { ...dead, part: 'pv3' })
    await addAlarm(test.db, { plantId: plant, rule: 'soiling', level: 0, openedAtMs: nowMs - 5 * HOUR_MS })
    await addAlarm(test.db, { ...dead, openedAtMs: nowMs - 900 * HOUR_MS, closedAtMs: nowMs - 800 * HOUR_MS })
    const texts = (await readPlant()).flat()
    for (const text of [
      '2 alarms, 1 fault among them; 1 still open.',
      'String delivers nothing',
      '1 day',
      '5.50',
      '€1.70',
    ])
      expect(texts).toContain(text)
    expect(joined(await readPlant({ hasAlarms: false }))).not.toContain('Alarms of the period')
    expect(joined(await readFleet()).replaceAll('\n', '')).toMatch(/Lindenhof 林登 · (Whole|String)/)
    expect(joined(await readFleet(stranger))).toContain('No alarm held in this period.')
  })
  it('is written in each language, Chinese names and all', async () => {
    expect(Object.keys(reportTexts).sort()).toEqual([...languageCodes].sort())
    const german = joined(await readPlant({ language: 'de' }))
    expect(german).toContain('Erzeugung')
    expect(german).toContain('Autarkiegrad')
    const chinese = (await readPlant({ language: 'zh' })).flat().join('')
    for (const word of ['林登', '电站报告', '自给率', '数据质量', '2026年6月']) expect(chinese).toContain(word)
    expect(chinese).not.toMatch(/[?□]/)
    expect(joined(await readPlant({ language: 'xx' }))).toContain('Plant report')
  })
  it('of a single day shows its curve, of a week its days', async () => {
    const day = joined(await readPlant({ period: { step: 'day', from: '2026-06-14', to: '2026-06-14' } }))
    expect(day).toContain('Power over the day')
    expect(day).toContain('12:00')
    const week = joined(await readPlant({ period: { step: 'day', from: '2026-06-08', to: '2026-06-14' } }))
    expect(week).toContain('Jun 8, 2026 – Jun 14, 2026')
    expect(week).toContain('Day by day')
  })
  it('of a plant without data has no table of bare days', async () => {
    const silent = await addTestPlant(test.db, owner.userId, { name: 'New roof' })
    const report = await makePlantReport(test.db, silent, order)
    const text = joined(await readPdf(await buffer(report as AsyncIterable<Buffer>)))
    await test.db.kysely.deleteFrom('plants').where('id', '=', silent).execute()
    expect(text).toContain('no energy was measured')
    expect(text).not.toContain('Day by day')
  })
  it('of a full day is one page with its notes: its chart gets lower', async () => {
    const period = { step: 'day', from: '2026-06-15', to: '2026-06-15' } as const
    const report = await readPlantReport(test.db, plant, { period, nowMs, hasAlarms: true })
    const { whole, performance, alarms } = report
    if (alarms === undefined) throw new Error('no alarms')
    const energy = { ...whole.energy, charge: 6_120, discharge: 6_080 }
    const loss: LossSum = {
      kind: 'unexplained',
      energyWh: 630,
      confidence: 'medium',
      days: 1,
      judgedWh: 630,
      inverters: [],
      worstDay: period.from,
      fromMs: null,
      toMs: null,
      isHeld: false,
      limitW: null,
      heldMs: null,
    }
    const judged = { potentialWh: 9_260, judgedDays: 1, days: 1, sources: ['weather' as const], losses: [loss] }
    const full = {
      ...report,
      whole: { ...whole, energy },
      performance: { ...performance, whole: { ...performance.whole, ...judged } },
      alarms: { sums: { ...alarms.sums, count: 0 }, worst: [] },
      quality: [],
    }
    for (const language of ['en', 'de', 'uk', 'zh']) {
      const brand = { name: 'Heliograph', color: '#3366cc', logo: undefined }
      const pages = readPdf(await buffer(drawPlantReport(full, openLanguage(language), brand) as AsyncIterable<Buffer>))
      expect([language, pages.length]).toEqual([language, 1])
    }
  })
  it('of a year has its months', async () => {
    const text = joined(await readPlant({ period: { step: 'month', from: '2026-01-01', to: '2026-12-31' } }))
    expect(text).toContain('Month by month')
    expect(text).toContain('Jun 2026')
    expect(text).not.toContain('Jul 2026')
  })
  it('by months is about one calendar year', async () => {
    const period = { step: 'month', from: '2025-03-01', to: '2025-12-31' } as const
    await expect(makePlantReport(test.db, plant, { ...order, period })).rejects.toMatchObject({ code: 'PARAM_ERROR' })
  })
})

describe('the brand of a report', () => {
  const options = { host: 'pv.sunny.example', publicUrl: 'https://pv.example.org', language: 'en' }
  it('is that of its host, with its logo as a picture', async () => {
    const data = {
      texts: [{ type: 'SHOW_NAME', text: 'Sunny Co' }],
      colors: [{ type: 'primary', code: '#a03060' }],
      squareLogo: '/brand/sunny.svg',
    }
    await test.db.kysely.insertInto('brands').values({ host: options.host, data }).execute()
    const asked: string[] = []
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
    const load = (async (url: URL) => {
      asked.push(String(url))
      return new Response(svg)
    }) as unknown as typeof fetch
    const brand = await readReportBrand(test.db, { ...options, fetch: load })
    expect(brand).toMatchObject({ name: 'Sunny Co', color: '#a03060', logo: { width: 240, height: 120 } })
    expect(asked).toEqual(['https://pv.example.org/brand/sunny.svg'])
    expect(joined(await readPlant({ host: 'evil.example' }))).toContain('Heliograph')
  })
  it.each([
    ['fails', async () => Promise.reject(new Error('no route'))],
    ['is no picture', async () => new Response('<html>')],
    ['never ends', async () => new Response('x'.repeat(1_100_000))],
  ])('is shown without a logo where that %s', async (_, load) => {
    const brand = await readReportBrand(test.db, { ...options, fetch: load as unknown as typeof fetch })
    expect(brand).toMatchObject({ name: 'Sunny Co', logo: undefined })
  })
})

describe('the report of all plants', () => {
  it('lists each with its figures, those without data first', async () => {
    const texts = (await readFleet()).flat()
    const { statistics } = await plantPeriod(test.db, plant, 'month', '2026-06', nowMs)
    expect(texts).toContain(formatEnergy(statistics.energy.generation, 'en-US').text)
    expect(texts).toContain(formatNumber((statistics.energy.generation ?? 0) / 1000, 'en-US'))
    expect(texts.indexOf('Silent barn')).toBeLessThan(texts.indexOf('Lindenhof '))
    expect(texts.join('')).toContain('林登')
  })
  it('sets long heads of its table smaller instead of cutting them', async () => {
    const texts = (await readFleet(owner, { language: 'de' })).flat()
    expect(texts).toContain('Eigenverbrauchsquote')
    expect(texts.filter((text) => /^(?:Voll|Eigen)/.test(text) && text.includes('…'))).toEqual([])
  })
  it('names the currencies of incomes where there are several', () => {
    const { translate } = openLanguage('de')
    const namesOf = (...currencies: string[]) =>
      incomeFigures(
        currencies.map((currency) => ({ currency, money: noMoney })),
        translate,
      ).map(({ name }) => name)
    expect(namesOf('CHF', 'EUR')).toEqual(['Erlös (CHF)', 'Erlös (EUR)'])
    expect(namesOf('EUR')).toEqual(['Erlös'])
  })
  it('has only plants that its reader may see', async () => {
    expect(joined(await readFleet(stranger))).not.toContain('Lindenhof')
    const members = test.db.kysely.updateTable('plant_members').where('plant_id', '=', plant)
    await members.set({ rights: ['viewPlantDevice'] }).execute()
    const text = joined(await readFleet())
    await members.set({ rights: ['viewPlantInfo'] }).execute()
    expect(text).not.toContain('Lindenhof')
    expect(text).toContain('Silent barn')
  })
})

describe('VAT', () => {
  const bill = { ...plainTariff(null), rule: 'bill', purchase: flatSchedule(0.3), feedIn: flatSchedule(0.1) } as const
  const readMoneyOf = async (month: string) =>
    (await plantPeriod(test.db, plant, 'month', month, nowMs)).statistics.money
  const euros = (amount: number | null | undefined) => formatMoney(amount, 'EUR', 'en-US')
  afterEach(async () => {
    await test.db.kysely.deleteFrom('tariffs').execute()
  })

  it('is in no figure where no rate is stated', async () => {
    for (const pages of [await readPlant(), await readFleet()]) expect(joined(pages)).not.toContain('VAT')
  })
  it('names the amounts with and without it, those of the page', async () => {
    await saveVersion(test.db, plant, { from: FIRST_DAY, tariff: { ...bill, vatPercent: 19 } })
    const money = await readMoneyOf('2026-06')
    const texts = (await readPlant()).flat()
    const all = texts.join(' ')
    for (const [name, part] of [
      ['Income', 'income'],
      ['Bill without the plant', 'withoutPlant'],
      ['Paid for purchases', 'cost'],
      ['Received for feed-in', 'feedIn'],
      ['Saved by the plant', 'savings'],
    ] as const) {
      expect(texts).toContain(euros(money[part]))
      expect(texts).toContain(euros(money.withoutVat?.[part]))
      expect(money[part]).toBeCloseTo((money.withoutVat?.[part] ?? 0) * 1.19, 9)
      expect(all).toContain(`${name} incl. VAT`)
      expect(all).toContain(`${name} excl. VAT`)
    }
    const fleet = (await readFleet()).flat()
    expect(fleet).toContain(euros(money.withoutVat?.income))
    expect(fleet).toContain('Income excl. VAT')
    const wanted = { from: '2026-06-14', to: '2026-06-14', language: 'en', nowMs }
    const summary = await summarizeReport(
      test.db,
      { plantId: plant, userId: owner.userId, organizationId: null },
      wanted,
    )
    expect(summary?.facts.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Income incl. VAT', 'Income excl. VAT']),
    )
  })
  it('is known of some days alone where the rate comes later', async () => {
    await saveVersion(test.db, plant, { from: '2026-06-15', tariff: { ...bill, vatPercent: 7 } })
    const texts = (await readPlant()).flat()
    expect(texts).toContain('Income')
    expect(texts.join(' ')).not.toContain('incl. VAT')
    const { rows } = await plantPeriod(test.db, plant, 'month', '2026-06', nowMs)
    const today = rows.find(({ day }) => day === 15)?.figures.money
    expect(texts).toContain(formatNumber(today?.withoutVat?.income ?? null, 'en-US'))
  })
})

it('an email of days without data says since when, not bare dashes', async () => {
  const silent = await addTestPlant(test.db, owner.userId, { name: 'Quiet roof' })
  const holder = { plantId: silent, userId: owner.userId, organizationId: null }
  const wanted = { from: '2026-06-14', to: '2026-06-14', language: 'en', nowMs }
  const read = () => summarizeReport(test.db, holder, wanted)
  const never = 'No data was received in this period. The plant has never sent any.'
  expect(await read()).toMatchObject({ facts: [], nothing: never, picture: undefined })
  const setLast = (at: string) =>
    test.db.kysely
      .updateTable('plant_now')
      .set({ last_at: new Date(at) })
      .where('plant_id', '=', silent)
      .execute()
  await setLast('2026-06-03T23:30:00Z')
  const since = 'No data was received in this period. The last data came on Jun 4, 2026.'
  expect(await read()).toMatchObject({ facts: [], nothing: since })
  await setLast('2026-06-15T09:00:00Z')
  expect(await read()).toMatchObject({ nothing: 'Jun 14, 2026: no energy was measured.' })
  await test.db.kysely.deleteFrom('plants').where('id', '=', silent).execute()
  expect(await summarizeReport(test.db, { ...holder, plantId: plant }, wanted)).toMatchObject({ nothing: undefined })
})

it('comes from the calls, streamed for a plant and made by a job for all', async () => {
  const definition = { kind: 'report', step: 'day', fileType: 'pdf', from: '2026-06-01', to: '2026-06-30' }
  const headers = bearer(owner.token)
  const ask = (url: string, payload: object, by = headers) =>
    test.app.inject({ method: 'POST', url: `/maintain-s/station/${url}`, headers: by, payload })
  const reply = await ask(`report/export/${plant}`, definition)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(joined(readPdf(reply.rawPayload))).toContain('Lindenhof')
  expect((await ask(`report/export/${plant}`, definition, bearer(stranger.token))).statusCode).toBe(404)
  expect((await ask(`report/export/${plant}`, { ...definition, fileType: 'csv' })).statusCode).toBe(400)
  expect((await ask('report/jobs', { definition })).json()).toMatchObject({ state: 'queued' })
  const other = { ...definition, kind: 'statistics', fileType: 'csv' }
  expect((await ask('report/jobs', { definition: other })).json()).toMatchObject({ detail: { field: 'body.kind' } })
})
