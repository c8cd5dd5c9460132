import type { MakerFormat } from './format.ts'

export const sma: readonly MakerFormat[] = [
  {
    id: 'sma-webui',
    maker: 'SMA',
    variant: 'WebUI (CSV3)',
    evidence: 'seen',
    known: ['*metering.totwhout*'],
    columns: [
      { heads: ['*metering.totwhout*'], flow: 'generation', form: 'total' },
      { heads: ['*metering.gridms.totwhout*'], flow: 'export', form: 'total' },
      { heads: ['*metering.gridms.totwhin*'], flow: 'import', form: 'total' },
    ],
    timeFormat: 'dmy',
  },
  {
    id: 'sma-webui-english',
    maker: 'SMA',
    variant: 'WebUI with named columns',
    evidence: 'seen',
    known: ['*total yield counter*', '*day yield analog*'],
    columns: [{ heads: ['*day yield analog*'], flow: 'generation', form: 'today' }],
    timeFormat: 'dmy',
  },
  {
    id: 'sma-sunny-explorer',
    maker: 'SMA',
    variant: 'Sunny Explorer (CSV1)',
    evidence: 'seen',
    known: [['*gesamtertrag counter*', '*total yield counter*']],
    unknown: ['*day yield*', '*metering*'],
    columns: [{ heads: ['*gesamtertrag counter*', '*total yield counter*'], flow: 'generation', form: 'total' }],
    timeFormat: 'dmy',
  },
]
