import { describe, expect, it } from 'vitest'
import { describeDetail, type Words } from './describe-detail.ts'

const words: Words = {
  text: (key, values) => [key, ...Object.values(values ?? {})].join(' '),
  day: (atMs) => new Date(atMs).toISOString().slice(0, 10),
  peakPower: (capacityWp) => `${capacityWp} Wp`,
  user: (id) => (id === 5 ? 'Ilse' : undefined),
  organization: (id) => (id === 9 ? 'Sunrise Solar' : undefined),
  device: (id) => (id === 12 ? 'East inverter' : undefined),
  date: (day) => `on ${day}`,
  country: (code) => (code === 'DE' ? 'Germany' : undefined),
}

describe('a row of the audit log', () => {
  it('says who got what, and until when', () => {
    const detail = {
      id: 7,
      userId: 5,
      role: 'viewer',
      rights: 'viewPlantAlert, editPlant, nonsense',
      expiresAtMs: Date.parse('2027-01-01T00:00:00Z'),
    }
    expect(describeDetail(detail, words)).toEqual([
      'Ilse',
      'sharing.role.viewer',
      'sharing.right.viewPlantAlert, sharing.right.editPlant',
      'sharing.endsOn 2026-12-31',
    ])
  })

  it.each([
    [{ userId: 6 }, ['sharing.audit.number 6']],
    [{ organizationId: 9, id: 7 }, ['Sunrise Solar']],
    [{ id: 7, deviceId: 12 }, ['East inverter']],
    [
      { sourceOfGeneration: 'DEVICE:12,15', 'sourceOfGeneration.before': 'METER' },
      ['sharing.audit.change metering.source.generation devices.type.METER East inverter, sharing.audit.number 15'],
    ],
    [
      { country: 'DE', 'country.before': '', startedOn: '2026-05-01', 'startedOn.before': null },
      [
        'sharing.audit.change plant-create.startedOn sharing.audit.nothing on 2026-05-01',
        'sharing.audit.change plant-create.country sharing.audit.nothing Germany',
      ],
    ],
    [
      { warrantyUntil: '2031-05-01', 'warrantyUntil.before': null, exportLimitW: null, 'exportLimitW.before': 7000 },
      [
        'sharing.audit.change alarm-settings.warranty sharing.audit.nothing on 2031-05-01',
        'sharing.audit.change alarm-settings.audit.export 7000 sharing.audit.nothing',
      ],
    ],
    [
      { deviceName: 'East', 'deviceName.before': 'East', serial: 'B2', 'serial.before': 'A1' },
      ['East', 'sharing.audit.change device-detail.serial A1 B2'],
    ],
    [{ supportOpen: '1' }, ['sharing.audit.on']],
    [{ supportOpen: '0' }, ['sharing.audit.off']],
    [{ name: true, capacityWp: 9840, gridType: 'OFF_GRID' }, ['9840 Wp', 'shell.gridType.OFF_GRID']],
    [
      {
        id: 7,
        name: 'Kauri',
        'name.before': 'Lindenhof',
        capacityWp: 12_000,
        'capacityWp.before': 9_840,
        pricePerKwh: 0.31,
        'pricePerKwh.before': null,
        type: 'GROUND',
        'type.before': 'HOUSE_ROOF',
      },
      [
        'sharing.audit.change plant-create.name Lindenhof Kauri',
        'sharing.audit.change plant-create.type shell.plantType.HOUSE_ROOF shell.plantType.GROUND',
        'sharing.audit.change plant-create.capacity 9840 Wp 12000 Wp',
        'sharing.audit.change plant-create.price sharing.audit.nothing 0.31',
      ],
    ],
    [
      { 'cost.before': null, cost: 9_000, 'loan.amount.before': 1, 'loan.amount': 2 },
      [
        'sharing.audit.change finance.costs.cost sharing.audit.nothing 9000',
        'sharing.audit.change finance.costs.amount 1 2',
      ],
    ],
    [{ serials: '1700000001, 1700000002' }, ['1700000001, 1700000002']],
    [{ email: true, expiresAtMs: null, role: 'owner', relation: '<b>', rights: '' }, []],
    [{ userId: '5', capacityWp: 'x', gridType: 'toString' }, []],
  ])('%j', (detail, said) => {
    expect(describeDetail(detail, words)).toEqual(said)
  })
})
