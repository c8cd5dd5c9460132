import { columnsIn, type MakerFormat } from './format.ts'

/** Hours from 1 to 24; AE came in, AS went out. */
export const eDistribucion: readonly MakerFormat[] = [
  {
    id: 'e-distribucion-hours',
    maker: 'e-distribución',
    variant: 'Curva de carga horaria (Spain)',
    evidence: 'document',
    known: ['cups', 'fecha', 'hora', 'ae_kwh', 'as_kwh'],
    columns: columnsIn('energy', 'kWh', {
      import: 'ae_kwh',
      export: 'as_kwh',
    }),
    time: ['fecha'],
    timeFormat: 'dmy',
    decimalMark: ',',
  },
]
