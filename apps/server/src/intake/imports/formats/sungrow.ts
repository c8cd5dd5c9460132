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
]
