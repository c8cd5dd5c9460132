import type { HttpProfile } from '../profile.ts'

/** Youless LS120 (with tariffs and export) and LS110 (one counter). Power is positive while it is bought. */
export const youless: HttpProfile = {
  id: 'youless',
  maker: 'Youless',
  title: 'Youless',
  auth: ['none'],
  ports: [80],
  requests: {
    ident: { path: '/d', isOptional: true },
    meter: { path: '/e', isOptional: true },
    phases: { path: '/f', isOptional: true },
    basic: { path: '/a?f=j', isOptional: true },
  },
  identify: { request: 'basic', when: 'basic.cnt' },
  devices: [
    {
      key: 'meter',
      type: 'SMART_METER',
      role: 'grid',
      serial: ['ident.mac'],
      model: ['ident.model'],
      firmware: ['ident.fw'],
      items: [
        { quantity: 'gridPowerW', from: ['meter.0.pwr', 'basic.pwr'] },
        { quantity: 'gridImportTotalWh', from: [], orAll: ['meter.0.p1', 'meter.0.p2'], scale: 1e3 },
        { quantity: 'gridImportTotalWh', from: 'basic.cnt', scale: 1e3, when: '!meter.0.p1' },
        { quantity: 'gridExportTotalWh', from: [], orAll: ['meter.0.n1', 'meter.0.n2'], scale: 1e3 },
        { quantity: 'ac1VoltageV', from: 'phases.v1' },
        { quantity: 'ac2VoltageV', from: 'phases.v2' },
        { quantity: 'ac3VoltageV', from: 'phases.v3' },
        { quantity: 'ac1CurrentA', from: 'phases.i1' },
        { quantity: 'ac2CurrentA', from: 'phases.i2' },
        { quantity: 'ac3CurrentA', from: 'phases.i3' },
        { quantity: 'grid1PowerW', from: 'phases.l1' },
        { quantity: 'grid2PowerW', from: 'phases.l2' },
        { quantity: 'grid3PowerW', from: 'phases.l3' },
      ],
    },
  ],
}
