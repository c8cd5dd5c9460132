import type { MakerFormat } from './format.ts'

export const huawei: readonly MakerFormat[] = [
  {
    id: 'fusionsolar-plant',
    maker: 'Huawei FusionSolar',
    variant: 'Plant report',
    evidence: 'document',
    known: [['statistical period', 'statistical time'], 'pv yield(kwh)', 'inverter yield(kwh)'],
    // "Inverter Yield" holds what the battery gave back.
    columns: [
      { heads: ['pv yield(*)'], flow: 'generation', form: 'energy' },
      { heads: ['export(kwh)', 'export(mwh)'], flow: 'export', form: 'energy' },
      { heads: ['import(kwh)', 'import(mwh)'], flow: 'import', form: 'energy' },
      { heads: ['consumption(kwh)', 'consumption(mwh)'], flow: 'load', form: 'energy' },
      { heads: ['charge(kwh)', 'charge(mwh)'], flow: 'charge', form: 'energy' },
      { heads: ['discharge(kwh)', 'discharge(mwh)'], flow: 'discharge', form: 'energy' },
    ],
    time: ['statistical period', 'statistical time'],
  },
  {
    id: 'fusionsolar-plant-german',
    maker: 'Huawei FusionSolar',
    variant: 'Plant report (German)',
    evidence: 'seen',
    known: ['statistische zeit', 'pv-ertrag(kwh)', 'wechselrichterertrag(kwh)'],
    columns: [
      { heads: ['pv-ertrag(kwh)'], flow: 'generation', form: 'energy' },
      { heads: ['netzeinspeisung(kwh)'], flow: 'export', form: 'energy' },
      { heads: ['netzbezug(kwh)'], flow: 'import', form: 'energy' },
      { heads: ['ladung(kwh)'], flow: 'charge', form: 'energy' },
      { heads: ['entladung(kwh)'], flow: 'discharge', form: 'energy' },
    ],
    time: ['statistische zeit'],
  },
]
