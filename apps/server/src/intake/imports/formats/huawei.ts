import { columnsOf, formatsOf } from './format.ts'

export const huawei = formatsOf('Huawei FusionSolar', [
  {
    id: 'fusionsolar-plant',
    variant: 'Plant report',
    evidence: 'document',
    known: [['statistical period', 'statistical time'], 'pv yield(kwh)', 'inverter yield(kwh)'],
    // "Inverter Yield" holds what the battery gave back.
    columns: columnsOf('energy', {
      generation: 'pv yield(*)',
      export: ['export(kwh)', 'export(mwh)'],
      import: ['import(kwh)', 'import(mwh)'],
      load: ['consumption(kwh)', 'consumption(mwh)'],
      charge: ['charge(kwh)', 'charge(mwh)'],
      discharge: ['discharge(kwh)', 'discharge(mwh)'],
    }),
    time: ['statistical period', 'statistical time'],
  },
  {
    id: 'fusionsolar-plant-german',
    variant: 'Plant report (German)',
    evidence: 'seen',
    known: ['statistische zeit', 'pv-ertrag(kwh)', 'wechselrichterertrag(kwh)'],
    columns: columnsOf('energy', {
      generation: 'pv-ertrag(kwh)',
      export: 'netzeinspeisung(kwh)',
      import: 'netzbezug(kwh)',
      charge: 'ladung(kwh)',
      discharge: 'entladung(kwh)',
    }),
    time: ['statistische zeit'],
  },
])
