import { formatDuration } from '@heliograph/domain/format/age.ts'
import { formatDate } from '@heliograph/domain/format/date.ts'
import { formatMoney } from '@heliograph/domain/format/money.ts'
import { formatNumber, formatPercent, MISSING } from '@heliograph/domain/format/number.ts'
import { formatQuantity, type ShownUnit } from '@heliograph/domain/format/quantity.ts'
import { formatEnergy, formatPeakPower, formatPower } from '@heliograph/domain/format/scaled.ts'
import { formatTimestamp } from '@heliograph/domain/format/timestamp.ts'
import { getQuantity } from '@heliograph/domain/quantities.ts'
import { joinSentences } from '@heliograph/i18n/sentence-gap.ts'
import { describeAlarm, nameAlarm, namePart } from '../../insight/alarms/alarms.ts'
import { drawChart } from './chart.ts'
import { drawFacts, type PaperFact } from './facts-list.ts'
import { ink } from './look.ts'
import { nameQuantity } from './name-quantity.ts'
import { createPages, type Pages, writeNotes } from './pages.ts'
import { GAP_MS, MOST_DAYS, type Proof } from './proof.ts'
import { proofCharts } from './proof-charts.ts'
import type { ReportBrand } from './report-brand.ts'
import type { ReportLanguage } from './report-texts.ts'
import { drawTable } from './table.ts'
import { drawTiles } from './tiles.ts'

/** Where the file can be checked, and by which certificate. */
export type ProofSeal = Readonly<{ fingerprint: string; checkAddress: string }>

const CHART_HEIGHT = 170
/** Versions that a device tells of itself. */
const softwareTexts = ['hardware', 'firmware', 'dspVersion', 'hmiVersion', 'acFirmware', 'dcFirmware'] as const
const MOST_GAPS = 12
const MOST_READINGS = 26
const MOST_COLUMNS = 7
const small = { sizePt: 9, color: ink.soft } as const
const tiny = { sizePt: 8.5, color: ink.quiet } as const

/** The pages of a proof, ready to be signed. */
export function drawProof(proof: Proof, language: ReportLanguage, brand: ReportBrand, seal: ProofSeal): Pages {
  const { facts, alarm, createdAtMs } = proof
  const { translate } = language
  const name = nameAlarm(translate, alarm)
  const pages = createPages({
    brand,
    language,
    createdAtMs,
    head: translate('proof.title'),
    title: `${facts.name} · ${name}`,
  })
  drawOpening(pages, proof, language, name)
  drawDevice(pages, proof, language)
  drawFinding(pages, proof, language)
  drawCodes(pages, proof, language)
  drawCurves(pages, proof, language)
  drawReadings(pages, proof, language)
  drawExpected(pages, proof, language)
  drawWeather(pages, proof, language)
  drawTimeline(pages, proof, language)
  writeNotes(pages, [
    { title: translate('proof.gaps'), lines: describeGaps(proof, language), ...small },
    { title: translate('proof.about'), lines: describeSources(proof, language), ...small },
    { title: translate('proof.signature'), lines: describeSignature(proof, language, brand, seal), ...tiny },
  ])
  return pages
}

const timeOf = ({ alarm }: Proof, atMs: number): string => formatTimestamp(atMs, alarm.zone, { offset: true })

function drawOpening(pages: Pages, proof: Proof, { translate, locale }: ReportLanguage, name: string): void {
  const { facts, alarm, createdAtMs } = proof
  const { openedAtMs, closedAtMs, lostWh, lostIncome, currency } = alarm
  pages.write(name, { sizePt: 20, weight: 'bold' })
  const capacity = translate('reports.capacity', { capacity: formatPeakPower(facts.capacityWp, locale).text })
  pages.write([facts.name, capacity, facts.address, facts.zone].filter(Boolean).join(' · '), {
    sizePt: 9,
    color: ink.quiet,
  })
  pages.take(6)
  pages.write(
    joinSentences([
      translate(closedAtMs === null ? 'proof.answer.open' : 'proof.answer.ended', {
        level: translate(`alarm-page.level.${alarm.level}`),
        from: timeOf(proof, openedAtMs),
        to: timeOf(proof, closedAtMs ?? createdAtMs),
      }),
      describeAlarm(translate, alarm),
    ]),
    { sizePt: 11 },
  )
  pages.take(8)
  const lasted = formatDuration(Math.max(0, (closedAtMs ?? createdAtMs) - openedAtMs), locale)
  drawTiles(pages, [
    { name: translate('alarm-page.column.lasted'), value: closedAtMs === null ? `≥ ${lasted}` : lasted },
    { name: translate('proof.lost'), value: lostWh === null ? MISSING : `≈ ${formatEnergy(lostWh, locale).text}` },
    {
      name: translate('proof.lost.money'),
      value: lostIncome === null ? MISSING : `≈ ${formatMoney(lostIncome, currency, locale)}`,
    },
    { name: translate('alarm-page.influence'), value: translate(`alarm-page.influence.${alarm.influence}`) },
  ])
  pages.write(translate(lostWh === null ? 'proof.lost.unknown' : 'proof.lost.how'), tiny)
}

function drawDevice(pages: Pages, proof: Proof, { translate, locale }: ReportLanguage): void {
  const { alarm, device, hasDevices } = proof
  pages.title(translate('proof.device'))
  if (alarm.deviceId === null && alarm.loggerId === null) {
    pages.write(translate('proof.device.none'), small)
    return
  }
  if (device === undefined && alarm.deviceId !== null && !hasDevices) pages.write(translate('proof.hidden'), small)
  const known: readonly (readonly [name: string, value: string | null])[] = [
    [translate('alarm-page.csv.device'), alarm.deviceName],
    [translate('quantity.text.maker'), device?.maker ?? null],
    [translate('quantity.text.model'), device?.model ?? null],
    [translate('alarm-page.csv.serial'), alarm.serial],
    [translate('alarm-page.csv.part'), namePart(translate, alarm.part)],
    ...softwareTexts.map((name) => [translate(`quantity.text.${name}`), device?.texts[name] ?? null] as const),
    [translate('proof.device.rated'), device?.ratedW == null ? null : formatPower(device.ratedW, locale).text],
    [translate('proof.device.since'), device === undefined ? null : timeOf(proof, device.createdAtMs)],
    [
      translate('proof.device.former'),
      (device?.formerSerials ?? [])
        .map(({ serial, untilMs }) =>
          translate('proof.device.formerSerial', { serial, at: formatTimestamp(untilMs, alarm.zone).slice(0, 10) }),
        )
        .join(', '),
    ],
    [
      translate('proof.device.warranty'),
      device?.warrantyUntil == null ? null : formatDate(device.warrantyUntil, locale),
    ],
  ]
  drawFacts(
    pages,
    known.flatMap(([name, value]): PaperFact[] => (value === null || value === '' ? [] : [[name, value]])),
  )
}

function drawFinding(pages: Pages, proof: Proof, { translate, locale }: ReportLanguage): void {
  const { measured, alarm } = proof
  if (measured.length === 0) return
  pages.title(translate('alarm-page.measured'))
  drawFacts(
    pages,
    measured.map((item): PaperFact => {
      const { name, quantity } = item
      const label =
        name === 'value' ? nameQuantity(translate, quantity ?? '') : translate(`alarm-page.measured.${name}`)
      if ('text' in item)
        return [label, name === 'sensor' && quantity !== undefined ? nameQuantity(translate, quantity) : item.text]
      const { value, unit } = item
      return [
        label,
        unit === 's'
          ? formatDuration(value * 1000, locale)
          : formatQuantity({ unit: unit as ShownUnit }, value, locale).text,
      ]
    }),
  )
  pages.write(translate('proof.found', { at: timeOf(proof, alarm.lastSeenMs) }), tiny)
}

function drawCodes(pages: Pages, { codes }: Proof, { translate }: ReportLanguage): void {
  if (codes.length === 0) return
  pages.title(translate('fault-library.title', { count: codes.length }))
  for (const { code, known } of codes) {
    if (known === null) {
      const isState = code.startsWith('state ')
      pages.write(
        isState ? `${translate('fault-library.state')} (${code})` : translate('fault-library.unknown', { code }),
        {
          sizePt: 10,
          weight: 'bold',
        },
      )
      pages.write(translate('fault-library.state.check'), small)
      continue
    }
    const key = known.isProbable ? 'fault-library.code.probably' : 'fault-library.code'
    pages.write(translate(key, { code, name: known.name }), { sizePt: 10, weight: 'bold' })
    for (const line of [known.cause, known.remedy]) pages.write(line, small)
    const urgency = translate(`fault-library.urgency.${known.urgency}`)
    pages.write(`${urgency} · ${known.maker}, ${known.family}`, tiny)
    pages.write(`${translate('fault-library.source')}: ${known.source}`, tiny)
    pages.take(4)
  }
  pages.write(translate('fault-library.general'), tiny)
}

function drawCurves(pages: Pages, proof: Proof, language: ReportLanguage): void {
  const { translate } = language
  const charts = proofCharts(proof, language).filter(({ series }) =>
    series.some(({ values, isDashed }) => isDashed !== true && values.some((value) => value !== null)),
  )
  pages.title(translate('proof.curve'), CHART_HEIGHT + 60)
  if (charts.length === 0) {
    pages.write(translate(proof.hasDevices ? 'proof.curve.none' : 'proof.hidden'), small)
    return
  }
  const { fromMs, toMs } = proof.range
  pages.write(translate('proof.curve.lead', { from: timeOf(proof, fromMs), to: timeOf(proof, toMs) }), tiny)
  for (const chart of charts) {
    pages.take(4)
    drawChart(pages.surface, pages.take(CHART_HEIGHT), chart)
  }
}

/** The values as they came, half an hour before and after the beginning. */
function drawReadings(pages: Pages, proof: Proof, { translate, locale }: ReportLanguage): void {
  const { alarm } = proof
  const shown = proof.near.slice(0, MOST_COLUMNS)
  const sent = shown.flatMap(({ points }) => points.filter(({ value }) => value !== null))
  const instants = [...new Set(sent.map(({ atMs }) => atMs))].sort((a, b) => a - b)
  if (instants.length === 0) return
  const unsure = new Set(sent.filter(({ estimated }) => estimated).map(({ atMs }) => atMs))
  const middle = instants.findIndex((atMs) => atMs >= alarm.openedAtMs)
  const from = Math.max(0, Math.min(middle - MOST_READINGS / 2, instants.length - MOST_READINGS))
  const rows = instants.slice(from, from + MOST_READINGS)
  const valuesOf = shown.map(({ points }) => new Map(points.map(({ atMs, value }) => [atMs, value])))
  pages.title(translate('proof.readings'))
  drawTable(
    pages,
    [
      { name: translate('proof.time'), unit: '', align: 'left', weight: 1.9 },
      ...shown.map(({ quantity }) => ({
        name: nameQuantity(translate, quantity),
        unit: getQuantity(quantity).unit === 'code' ? '' : getQuantity(quantity).unit,
        align: 'right' as const,
        weight: 1,
      })),
    ],
    rows.map((atMs) => [
      `${unsure.has(atMs) ? '≈ ' : ''}${formatTimestamp(atMs, alarm.zone)}`,
      ...shown.map(({ quantity }, at) => {
        const value = valuesOf[at]?.get(atMs) ?? null
        if (value === null) return MISSING
        const { unit, decimals } = getQuantity(quantity)
        return unit === 'code' ? String(value) : formatNumber(value, locale, decimals ?? 2)
      }),
    ]),
  )
  pages.take(4)
  pages.write(
    joinSentences([translate('proof.readings.note'), unsure.size > 0 && translate('proof.readings.unsure')]),
    tiny,
  )
}

function drawExpected(pages: Pages, { expected, days }: Proof, { translate, locale }: ReportLanguage): void {
  pages.title(translate('reports.expected'))
  if (expected.length === 0) {
    pages.write(translate('proof.expected.none'), small)
    return
  }
  const kwh = (wh: number | null): string => formatNumber(wh === null ? null : wh / 1000, locale)
  const columns = (
    ['proof.day', 'proof.expected.expected', 'proof.expected.produced', 'proof.expected.gap'] as const
  ).map((key, at) => ({
    name: translate(key),
    unit: at === 0 ? '' : 'kWh',
    align: at === 0 ? ('left' as const) : ('right' as const),
    weight: at === 0 ? 1.4 : 1,
  }))
  drawTable(
    pages,
    columns,
    expected.map(({ day, potentialWh, producedWh }) => [
      formatDate(day, locale),
      kwh(potentialWh),
      kwh(producedWh),
      kwh(producedWh === null ? null : potentialWh - producedWh),
    ]),
  )
  pages.take(4)
  const sources = [...new Set(expected.flatMap((item) => item.sources))]
  const [source] = sources
  pages.write(
    joinSentences([
      translate('proof.expected.how'),
      sources.length > 1 ? translate('performance.source.mixed') : source && translate(`performance.source.${source}`),
      days.length >= MOST_DAYS && translate('proof.days', { days: MOST_DAYS }),
    ]),
    tiny,
  )
}

function drawWeather(pages: Pages, { weather }: Proof, { translate, locale }: ReportLanguage): void {
  pages.title(translate('weather.title'))
  const { days, attribution, knowsPast } = weather
  if (days.length === 0) {
    pages.write(translate('proof.weather.none'), small)
    return
  }
  const right = (name: string, unit: string) => ({ name, unit, align: 'right' as const, weight: 1 })
  const number = (value: number | null, decimals = 1): string =>
    value === null ? MISSING : formatNumber(value, locale, decimals)
  drawTable(
    pages,
    [
      { name: translate('proof.day'), unit: '', align: 'left', weight: 1.4 },
      { name: translate('weather.title'), unit: '', align: 'left', weight: 1.4 },
      right(translate('weather.low'), '°C'),
      right(translate('weather.high'), '°C'),
      right(translate('proof.weather.cloud'), '%'),
      right(translate('proof.weather.light'), 'kWh/m²'),
      right(translate('proof.weather.rain'), 'mm'),
    ],
    days.map(({ date, weather: day }) => [
      formatDate(date, locale),
      translate(`weather.kind.${day.kind}`),
      number(day.temperatureMinC),
      number(day.temperatureMaxC),
      number(day.cloudPercent, 0),
      number(day.irradiationKwhM2, 2),
      number(day.precipitationMm),
    ]),
  )
  pages.take(4)
  pages.write(
    joinSentences([
      translate('proof.weather.how'),
      !knowsPast && translate('weather.noPast'),
      attribution !== null && `${attribution.text}.`.replace(/\.\.$/, '.'),
    ]),
    tiny,
  )
}

function drawTimeline(pages: Pages, proof: Proof, { translate, locale }: ReportLanguage): void {
  const { events } = proof
  if (events.length === 0) return
  pages.title(translate('alarm-page.detail.history'))
  const nameEvent = ({ kind, text, untilMs }: (typeof events)[number]): string => {
    if (kind === 'snoozed')
      return untilMs === null
        ? translate('alarm-page.event.woken')
        : translate('alarm-page.event.snoozed', { time: timeOf(proof, untilMs) })
    // The file leaves the house: people have no names in it.
    if (kind === 'assigned') return translate(text === '' ? 'alarm-page.event.unassigned' : 'proof.event.assigned')
    return kind === 'noted' ? `${translate('alarm-page.event.noted')}: ${text}` : translate(`alarm-page.event.${kind}`)
  }
  drawFacts(
    pages,
    events
      .toReversed()
      .map(
        (event): PaperFact => [
          timeOf(proof, event.atMs),
          event.kind === 'escalated'
            ? `${nameEvent(event)} · ${formatDuration(event.atMs - proof.alarm.openedAtMs, locale)}`
            : nameEvent(event),
        ],
      ),
  )
}

/** Times without a reading, and how far the clocks can be trusted. */
function describeGaps(proof: Proof, { translate, locale }: ReportLanguage): readonly string[] {
  const { gaps, quality, device, series, states, alarm } = proof
  const sum = (pick: (day: (typeof quality)[number]) => number): number =>
    quality.reduce((all, day) => all + pick(day), 0)
  const readings = [...series, ...states]
  const hasReadings = readings.some(({ points }) => points.length > 0)
  const unsure = readings.reduce(
    (most, { points }) => Math.max(most, points.filter((point) => point.estimated).length),
    0,
  )
  const missing = sum(({ missingHours }) => missingHours)
  const refused = sum(({ refusedSteps }) => refusedSteps)
  const gapLines = gaps.slice(0, MOST_GAPS).map(({ fromMs, toMs, isNight }) =>
    translate(isNight ? 'proof.gap.night' : 'proof.gap', {
      from: timeOf(proof, fromMs),
      to: timeOf(proof, toMs),
      duration: formatDuration(toMs - fromMs, locale),
    }),
  )
  const more = gaps.length - gapLines.length
  return [
    ...(hasReadings && gaps.length === 0
      ? [translate('proof.gaps.none', { duration: formatDuration(GAP_MS, locale) })]
      : []),
    ...gapLines,
    ...(more > 0 ? [translate('proof.gaps.more', { count: more })] : []),
    ...(missing >= 0.1
      ? [`${translate('quality.finding.missing', { hours: formatNumber(missing, locale, 1) })}.`]
      : []),
    ...(refused > 0
      ? [
          `${translate('quality.finding.refused', {
            count: refused,
            energy: formatEnergy(
              sum(({ refusedWh }) => refusedWh),
              locale,
            ).text,
          })}.`,
        ]
      : []),
    ...(hasReadings ? [translate(unsure > 0 ? 'proof.clock.estimated' : 'proof.clock.own', { count: unsure })] : []),
    ...(device?.clock
      ? [
          translate(device.clock.aheadS < 0 ? 'proof.clock.behind' : 'proof.clock.ahead', {
            duration: formatDuration(Math.abs(device.clock.aheadS) * 1000, locale),
            at: timeOf(proof, device.clock.atMs),
          }),
        ]
      : []),
    translate('proof.clock.found', { found: timeOf(proof, alarm.openedAtMs), zone: alarm.zone }),
  ]
}

function describeSources(proof: Proof, { translate, locale }: ReportLanguage): readonly string[] {
  const { alarm, expected, hasDevices } = proof
  const judged = expected.filter(({ producedWh }) => producedWh !== null)
  const potentialWh = judged.reduce((sum, item) => sum + item.potentialWh, 0)
  const producedWh = judged.reduce((sum, item) => sum + (item.producedWh ?? 0), 0)
  return [
    translate('proof.about.measured'),
    translate('proof.about.estimated'),
    ...(alarm.lostIncome === null ? [] : [translate('proof.about.money', { currency: alarm.currency })]),
    ...(potentialWh > 0
      ? [
          translate('proof.about.share', {
            days: judged.length,
            percent: formatPercent((producedWh / potentialWh) * 100, locale, 0),
          }),
        ]
      : []),
    ...(hasDevices ? [] : [translate('proof.hidden')]),
    translate('reports.about.units'),
  ]
}

function describeSignature(
  proof: Proof,
  { translate }: ReportLanguage,
  brand: ReportBrand,
  { fingerprint, checkAddress }: ProofSeal,
): readonly string[] {
  return [
    translate('proof.signature.what', { name: brand.name, at: timeOf(proof, proof.createdAtMs) }),
    translate('proof.signature.not'),
    translate('proof.signature.check', { address: checkAddress }),
    translate('proof.signature.fingerprint', { fingerprint }),
  ]
}
