import type { MakerFormat } from './format.ts'

const times = { time: ['horodate'], stamp: 'end' } as const
export const enedis: readonly MakerFormat[] = [
  {
    id: 'enedis-consumption',
    maker: 'Enedis',
    variant: 'Courbe de charge, consommation',
    evidence: 'document',
    known: ['horodate', 'valeur'],
    others: [],
    above: ['*courbe de charge*consommation* w *', '*courbe de charge*consommation* w'],
    columns: [{ heads: ['valeur'], flow: 'import', form: 'power', unit: 'W' }],
    ...times,
  },
  {
    id: 'enedis-production',
    maker: 'Enedis',
    variant: 'Courbe de charge, production',
    evidence: 'document',
    known: ['horodate', 'valeur'],
    others: [],
    above: ['*courbe de charge*production* w *', '*courbe de charge*production* w'],
    columns: [{ heads: ['valeur'], flow: 'export', form: 'power', unit: 'W' }],
    ...times,
  },
]
