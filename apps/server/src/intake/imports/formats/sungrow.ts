import type { MakerFormat } from './format.ts'

export const sungrow: readonly MakerFormat[] = [
  {
    id: 'isolarcloud-day',
    maker: 'Sungrow iSolarCloud',
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
    maker: 'Sungrow iSolarCloud',
    variant: 'Monthly report',
    evidence: 'seen',
    known: ['time', 'pv(kwh)', 'purchased energy(kwh)', 'feed-in(kwh)'],
    columns: [
      { heads: ['pv(kwh)'], flow: 'generation', form: 'energy' },
      { heads: ['purchased energy(kwh)'], flow: 'import', form: 'energy' },
      { heads: ['feed-in(kwh)'], flow: 'export', form: 'energy' },
      { heads: ['load(kwh)'], flow: 'load', form: 'energy' },
    ],
    time: ['time'],
  },
  {
    id: 'isolarcloud-week',
    maker: 'Sungrow iSolarCloud',
    variant: 'Report of a week or month with a battery',
    evidence: 'document',
    known: ['time', 'pv(kwh)', 'energy purchase(kwh)', 'feed-in(kwh)', 'battery charge(kwh)'],
    columns: [
      { heads: ['pv(kwh)'], flow: 'generation', form: 'energy' },
      { heads: ['energy purchase(kwh)'], flow: 'import', form: 'energy' },
      { heads: ['feed-in(kwh)'], flow: 'export', form: 'energy' },
      { heads: ['battery charge(kwh)'], flow: 'charge', form: 'energy' },
      { heads: ['battery discharge(kwh)'], flow: 'discharge', form: 'energy' },
      { heads: ['load(kwh)'], flow: 'load', form: 'energy' },
    ],
    time: ['time'],
  },
  {
    // As in German; the balance of each file says which way grid and battery count.
    id: 'isolarcloud-day-english',
    maker: 'Sungrow iSolarCloud',
    variant: 'Daily report (English)',
    evidence: 'document',
    known: ['time', 'pv(w)', 'grid(w)', 'battery(w)', 'load(w)'],
    unknown: ['soc(%)'],
    columns: [
      { heads: ['pv(w)'], flow: 'generation', form: 'power' },
      { heads: ['grid(w)'], flow: 'grid', form: 'power' },
      { heads: ['battery(w)'], flow: 'battery', form: 'power' },
      { heads: ['load(w)'], flow: 'load', form: 'power' },
    ],
    time: ['time'],
  },
]
