import type { HttpProfile } from '../profile.ts'

const numbers = [0, 1, 2, 3] as const

/** Shelly from the second generation on: three-phase meters, single ones, and relays that measure. */
export const shelly2: HttpProfile = {
  id: 'shelly-gen2',
  maker: 'Shelly',
  title: 'Shelly (generation 2 and later)',
  auth: ['none', 'digest'],
  user: 'admin',
  ports: [80],
  requests: { ident: { path: '/shelly', isOpen: true }, status: { path: '/rpc/Shelly.GetStatus' } },
  identify: { request: 'ident', when: 'ident.gen' },
  devices: [
    {
      key: 'meter',
      type: 'SMART_METER',
      role: 'grid',
      when: 'status.em:0',
      serial: ['ident.mac'],
      model: ['ident.model'],
      firmware: ['ident.ver'],
      items: [
        { quantity: 'gridPowerW', from: 'status.em:0.total_act_power' },
        { quantity: 'gridImportTotalWh', from: 'status.emdata:0.total_act' },
        { quantity: 'gridExportTotalWh', from: 'status.emdata:0.total_act_ret' },
        { quantity: 'gridFrequencyHz', from: 'status.em:0.a_freq' },
        ...(['a', 'b', 'c'] as const).flatMap((phase, index) => {
          const n = (index + 1) as 1 | 2 | 3
          return [
            { quantity: `ac${n}VoltageV`, from: `status.em:0.${phase}_voltage` },
            { quantity: `ac${n}CurrentA`, from: `status.em:0.${phase}_current` },
            { quantity: `grid${n}PowerW`, from: `status.em:0.${phase}_act_power` },
          ] as const
        }),
      ],
    },
    ...numbers.map(
      (n) =>
        ({
          key: `meter ${n}`,
          type: 'SMART_METER',
          when: `status.em1:${n}`,
          serial: ['ident.mac'],
          part: `em${n}`,
          model: ['ident.model'],
          items: [
            { quantity: 'gridPowerW', from: `status.em1:${n}.act_power` },
            { quantity: 'gridImportTotalWh', from: `status.em1data:${n}.total_act_energy` },
            { quantity: 'gridExportTotalWh', from: `status.em1data:${n}.total_act_ret_energy` },
            { quantity: 'ac1VoltageV', from: `status.em1:${n}.voltage` },
            { quantity: 'ac1CurrentA', from: `status.em1:${n}.current` },
          ],
        }) as const,
    ),
    ...numbers.flatMap((n) =>
      (['switch', 'pm1'] as const).map(
        (part) =>
          ({
            key: `${part} ${n}`,
            type: 'SOCKET',
            when: `status.${part}:${n}.apower`,
            serial: ['ident.mac'],
            part: `${part}${n}`,
            model: ['ident.model'],
            items: [
              { quantity: 'acPowerW', from: `status.${part}:${n}.apower` },
              { quantity: 'loadTotalWh', from: `status.${part}:${n}.aenergy.total` },
              { quantity: 'ac1VoltageV', from: `status.${part}:${n}.voltage` },
              { quantity: 'ac1CurrentA', from: `status.${part}:${n}.current` },
              { quantity: 'acFrequencyHz', from: `status.${part}:${n}.freq` },
            ],
          }) as const,
      ),
    ),
  ],
}

/** Shelly of the first generation. `total` counts Wh at meters and watt-minutes at relays. */
export const shelly1: HttpProfile = {
  id: 'shelly-gen1',
  maker: 'Shelly',
  title: 'Shelly (first generation)',
  auth: ['none', 'basic'],
  ports: [80],
  requests: { ident: { path: '/shelly', isOpen: true }, status: { path: '/status' } },
  identify: { request: 'ident', when: 'ident.type' },
  devices: [
    {
      key: 'meter',
      type: 'SMART_METER',
      role: 'grid',
      // A phase that it could not measure makes the sum another number.
      when: ['status.emeters.2', '!status.emeters.*[is_valid=false].power'],
      serial: ['ident.mac'],
      model: ['ident.type'],
      firmware: ['ident.fw'],
      items: [
        { quantity: 'gridPowerW', from: ['status.total_power', 'status.emeters.*.power'], isSum: true },
        { quantity: 'gridImportTotalWh', from: 'status.emeters.*.total', isSum: true },
        { quantity: 'gridExportTotalWh', from: 'status.emeters.*.total_returned', isSum: true },
        ...([1, 2, 3] as const).flatMap(
          (n) =>
            [
              { quantity: `ac${n}VoltageV`, from: `status.emeters.${n - 1}.voltage` },
              { quantity: `ac${n}CurrentA`, from: `status.emeters.${n - 1}.current` },
              { quantity: `grid${n}PowerW`, from: `status.emeters.${n - 1}.power` },
            ] as const,
        ),
      ],
    },
    ...([0, 1] as const).map(
      (n) =>
        ({
          key: `meter ${n}`,
          type: 'SMART_METER',
          each: [`status.emeters.${n}`],
          // Those of three phases are one meter.
          when: ['!status.emeters.2', `status.emeters.${n}.is_valid!=false`],
          serial: ['ident.mac'],
          part: `em${n}`,
          model: ['ident.type'],
          items: [
            { quantity: 'gridPowerW', from: `status.emeters.${n}.power` },
            { quantity: 'gridImportTotalWh', from: `status.emeters.${n}.total` },
            { quantity: 'gridExportTotalWh', from: `status.emeters.${n}.total_returned` },
            { quantity: 'ac1VoltageV', from: `status.emeters.${n}.voltage` },
          ],
        }) as const,
    ),
    ...numbers.map(
      (n) =>
        ({
          key: `relay ${n}`,
          type: 'SOCKET',
          when: [`status.meters.${n}.total`, `status.meters.${n}.is_valid!=false`],
          serial: ['ident.mac'],
          part: `relay${n}`,
          model: ['ident.type'],
          items: [
            { quantity: 'acPowerW', from: `status.meters.${n}.power` },
            { quantity: 'loadTotalWh', from: `status.meters.${n}.total`, scale: 1 / 60 },
          ],
        }) as const,
    ),
  ],
}
