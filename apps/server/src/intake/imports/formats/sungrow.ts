import { columnsOf, formatsOf } from './format.ts'

export const sungrow = formatsOf('Sungrow iSolarCloud', [
  {
    id: 'isolarcloud-day',
    variant: 'Daily report (German)',
    evidence: 'seen',
    known: ['zeit', 'pv-ertrag(w)', 'netz(w)', 'gesamtverbrauch(w)'],
    columns: [
      { heads: ['pv-ertrag(w)'], flow: 'generation', form: 'power' },
      { heads: ['netz(w)'], flow: 'import', form: 'power', hasBothSigns: true },
      { heads: ['batterie(w)'], flow: 'discharge', form: 'power', hasBothSigns: true },
      { heads: ['gesamtverbrauch(w)'], flow: 'load', form: 'power' },
    ],
    time: ['zeit'],
  },
  {
    id: 'isolarcloud-month',
    variant: 'Monthly report',
    evidence: 'seen',
    known: ['time', 'pv(kwh)', 'purchased energy(kwh)', 'feed-in(kwh)'],
    columns: columnsOf('energy', {
      generation: 'pv(kwh)',
      import: 'purchased energy(kwh)',
      export: 'feed-in(kwh)',
      load: 'load(kwh)',
    }),
    time: ['time'],
  },
  {
    id: 'isolarcloud-week',
    variant: 'Report of a week or month with a battery',
    evidence: 'document',
    known: ['time', 'pv(kwh)', 'energy purchase(kwh)', 'feed-in(kwh)', 'battery charge(kwh)'],
    columns: columnsOf('energy', {
      generation: 'pv(kwh)',
      import: 'energy purchase(kwh)',
      export: 'feed-in(kwh)',
      charge: 'battery charge(kwh)',
      discharge: 'battery discharge(kwh)',
      load: 'load(kwh)',
    }),
    time: ['time'],
  },
  {
    // As in German; the balance of each file says which way grid and battery count.
    id: 'isolarcloud-day-english',
    variant: 'Daily report (English)',
    evidence: 'document',
    known: ['time', 'pv(w)', 'grid(w)', 'battery(w)', 'load(w)'],
    unknown: ['soc(%)'],
    columns: columnsOf('power', {
      generation: 'pv(w)',
      grid: 'grid(w)',
      battery: 'battery(w)',
      load: 'load(w)',
    }),
    time: ['time'],
  },
])
