import { columnsIn, columnsOf, type MakerFormat } from './format.ts'

/** Portals of suppliers and grid operators: what they call consumption was bought. */
export const meterPortals: readonly MakerFormat[] = [
  {
    id: 'octopus-half-hours',
    maker: 'Octopus Energy',
    variant: 'Electricity by half hour (United Kingdom)',
    evidence: 'document',
    known: ['consumption(kwh)', 'start', 'end'],
    others: ['estimated cost inc. tax(*)', 'standing charge inc. tax(*)'],
    columns: [{ heads: ['consumption(kwh)'], flow: 'import', form: 'energy' }],
    time: ['start'],
    decimalMark: '.',
  },
  {
    // Hours from 1 to 24.
    id: 'datadis-hours',
    maker: 'Datadis',
    variant: 'Consumos by hour (Spain)',
    evidence: 'document',
    known: ['cups', 'fecha', 'hora', ['consumo_kwh', 'consumo'], ['metodo_obtencion', 'metodoobtencion']],
    columns: columnsIn('energy', 'kWh', {
      import: ['consumo_kwh', 'consumo'],
      export: 'energiavertida_kwh',
      generation: 'energiagenerada_kwh',
    }),
    time: ['fecha'],
    timeFormat: 'dmy',
    decimalMark: ',',
  },
  {
    // A meter of the grid operator: what it calls generation was fed in.
    id: 'i-de-hours',
    maker: 'i-DE',
    variant: 'Consumos by hour (Spain)',
    evidence: 'document',
    known: ['cups', 'fecha-hora', 'consumo wh'],
    columns: columnsOf('energy', {
      import: 'consumo wh',
      export: 'generacion wh',
    }),
    time: ['fecha-hora'],
  },
  {
    id: 'sdge-intervals',
    maker: 'SDG&E',
    variant: 'Intervals of a meter (California)',
    evidence: 'document',
    known: ['meter number', 'date', 'start time', 'duration', 'consumption', 'generation', 'net'],
    columns: columnsIn('energy', 'kWh', {
      import: 'consumption',
      export: 'generation',
    }),
    time: ['date'],
    timeFormat: 'mdy',
    decimalMark: '.',
  },
  {
    id: 'eda-quarters',
    maker: 'EDA',
    variant: 'Quarter hours of a meter (Austria)',
    evidence: 'document',
    known: ['messzeitpunkt', 'qualitat', ['verbrauch(kwh)', 'einspeisung(kwh)']],
    columns: columnsOf('energy', {
      import: 'verbrauch(kwh)',
      export: 'einspeisung(kwh)',
    }),
    time: ['messzeitpunkt'],
    timeFormat: 'dmy',
    decimalMark: ',',
  },
]
