import { formatsOf } from './format.ts'

/** Devices have numbers alone: with several of them one may be a meter of the consumption. */
export const solarLog = formatsOf('Solar-Log', [
  {
    id: 'solar-log-csv',
    variant: 'CSV of a day',
    evidence: 'document',
    known: [['#date', '#datum'], 'pac', 'daysum', 'status'],
    columns: [{ heads: ['daysum'], flow: 'generation', form: 'today', unit: 'Wh', mayDiffer: true }],
    time: ['#date', '#datum'],
    timeFormat: 'dmy',
  },
  {
    id: 'solar-log-days',
    variant: 'Days, months and years of its page (days_hist.js, months.js, years.js)',
    evidence: 'document',
    known: ['solar-log date', 'yield 1(wh)'],
    columns: [{ heads: ['yield *(wh)'], flow: 'generation', form: 'energy', mayDiffer: true }],
    timeFormat: 'dmy',
  },
  {
    id: 'solar-log-minutes',
    variant: 'Minutes of its page (min_day.js and those of single days)',
    evidence: 'document',
    known: ['solar-log date', 'daysum 1(wh)'],
    columns: [{ heads: ['daysum *(wh)'], flow: 'generation', form: 'today', mayDiffer: true }],
    timeFormat: 'dmy',
  },
])
