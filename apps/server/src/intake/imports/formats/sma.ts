import { columnsOf, formatsOf } from './format.ts'

export const sma = formatsOf('SMA', [
  {
    id: 'sma-webui',
    variant: 'WebUI (CSV3)',
    evidence: 'seen',
    known: ['*metering.totwhout*'],
    columns: columnsOf('total', {
      generation: '*metering.totwhout*',
      export: '*metering.gridms.totwhout*',
      import: '*metering.gridms.totwhin*',
    }),
    timeFormat: 'dmy',
  },
  {
    id: 'sma-webui-english',
    variant: 'WebUI with named columns',
    evidence: 'seen',
    known: ['*total yield counter*', '*day yield analog*'],
    columns: [{ heads: ['*day yield analog*'], flow: 'generation', form: 'today' }],
    timeFormat: 'dmy',
  },
  {
    id: 'sma-sunny-explorer',
    variant: 'Sunny Explorer (CSV1)',
    evidence: 'seen',
    known: [['*gesamtertrag counter*', '*total yield counter*']],
    unknown: ['*day yield*', '*metering*'],
    columns: [{ heads: ['*gesamtertrag counter*', '*total yield counter*'], flow: 'generation', form: 'total' }],
    timeFormat: 'dmy',
  },
])
