import { type FormatColumn, formatsOf } from './format.ts'

const balance = (form: 'energy' | 'power', unit: string): readonly FormatColumn[] => [
  { heads: [`gesamterzeugung[${unit}]`], flow: 'generation', form },
  { heads: [`gesamtverbrauch[${unit}]`], flow: 'load', form },
  { heads: [`netzbezug[${unit}]`], flow: 'import', form },
  { heads: [`netzeinspeisung[${unit}]`], flow: 'export', form },
  { heads: [`batteriesystem-ladung[${unit}]`], flow: 'charge', form },
  { heads: [`batteriesystem-entladung[${unit}]`], flow: 'discharge', form },
]

export const sunnyPortal = formatsOf('SMA Sunny Portal', [
  {
    id: 'sunny-portal-yield',
    variant: 'Energy and power: yield by day, month or year',
    evidence: 'document',
    known: ['*total yield / meter change[kwh]*'],
    columns: [{ heads: ['*total yield / meter change[kwh]*'], flow: 'generation', form: 'energy' }],
    timeFormat: 'mdy',
    decimalMark: '.',
  },
  {
    id: 'sunny-portal-balance',
    variant: 'Energy balance by day or month (German)',
    evidence: 'document',
    known: ['zeitraum', 'direktverbrauch[kwh]', 'netzbezug[kwh]', 'gesamterzeugung[kwh]'],
    columns: balance('energy', 'kwh'),
    time: ['zeitraum'],
    timeFormat: 'dmy',
    decimalMark: ',',
  },
  {
    id: 'sunny-portal-balance-day',
    variant: 'Energy balance of a day (German)',
    evidence: 'document',
    known: ['zeitraum', 'direktverbrauch[kw]', 'netzbezug[kw]', 'gesamterzeugung[kw]'],
    columns: balance('power', 'kw'),
    time: ['zeitraum'],
    timeFormat: 'dmy',
    decimalMark: ',',
  },
])
