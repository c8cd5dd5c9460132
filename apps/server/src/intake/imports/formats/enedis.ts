import { formatsOf } from './format.ts'

const times = { time: ['horodate'], stamp: 'end' } as const
export const enedis = formatsOf('Enedis', [
  {
    id: 'enedis-consumption',
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
    variant: 'Courbe de charge, production',
    evidence: 'document',
    known: ['horodate', 'valeur'],
    others: [],
    above: ['*courbe de charge*production* w *', '*courbe de charge*production* w'],
    columns: [{ heads: ['valeur'], flow: 'export', form: 'power', unit: 'W' }],
    ...times,
  },
])
