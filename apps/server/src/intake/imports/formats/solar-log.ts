import type { MakerFormat } from './format.ts'

/** Devices have numbers alone: with several of them one may be a meter of the consumption. */
export const solarLog: readonly MakerFormat[] = [
  {
    id: 'solar-log-csv',
    maker: 'Solar-Log',
    variant: 'CSV of a day',
    evidence: 'document',
    known: [['#date', '#datum'], 'pac', 'daysum', 'status'],
    columns: [{ heads: ['daysum'], flow: 'generation', form: 'today', unit: 'Wh', mayDiffer: true }],
    time: ['#date', '#datum'],
    timeFormat: 'dmy',
  },
  {
    id: 'solar-log-days',
    maker: 'Solar-Log',
    variant: 'Days, months and years of its page (days_hist.js, months.js, years.js)',
    evidence: 'document',
    known: ['solar-log date', 'yield 1(wh)'],
    columns: [{ heads: ['yield *(wh)'], flow: 'generation', form: 'energy', mayDiffer: true }],
    timeFormat: 'dmy',
  },
  {
    id: 'solar-log-minutes',
    maker: 'Solar-Log',
    variant: 'Minutes of its page (min_day.js and those of single days)',
    evidence: 'document',
    known: ['solar-log date', 'daysum 1(wh)'],
    columns: [{ heads: ['daysum *(wh)'], flow: 'generation', form: 'today', mayDiffer: true }],
    timeFormat: 'dmy',
  },
]
