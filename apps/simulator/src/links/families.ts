import type { Family } from './native-modbus.ts'

/**
 * Answers nothing in its first second and a half, speaks slowly at first, and is often busy; units 0 and 1 are the same
 * device.
 */
export const huawei: Family = {
  profileId: 'huawei-sun2000',
  units: [0, 1],
  habits: { deafMs: 1_500, firstAnswerMs: 1_200 },
  plate: (serial) => ({
    'info-model': 'SUN2000-8KTL-M1',
    'info-serial-number': serial,
    'info-number-pvstrings': 2,
    'info-number-mpptrackers': 2,
  }),
  // On the grid; standby without light.
  states: { on: 0x0200, idle: 0xa000 },
  busy: 0.02,
}

/** A hybrid behind a WiNet-S, which shows tenths of a hertz where the inverter shows hundredths. */
export const sungrow: Family = {
  profileId: 'sungrow-sh',
  units: [1],
  habits: { firstAnswerMs: 300 },
  // Code 3598: SH8.0RT.
  plate: (serial) => ({
    'inverter-serial': serial,
    'device-type-code': 3598,
    'arm-software': 'SAPPHIRE-H_03011.95.03',
  }),
  odd: { 'grid-frequency': 5 },
  blanks: ['mppt3-voltage', 'mppt4-voltage', 'mppt3-current', 'mppt4-current'],
  states: { on: 0x0000, idle: 0x1400 },
  busy: 0.01,
}

/** Unit 247, whatever else is asked; behind a LAN dongle. */
export const goodwe: Family = {
  profileId: 'goodwe-et',
  units: [247],
  habits: { firstAnswerMs: 200 },
  plate: (serial) => ({ 'model-name': 'GW8K-ET', 'serial-number': serial, 'arm-firmware': '02041-11-S10' }),
  states: { on: 1, idle: 0 },
  busy: 0,
}

/** A single-phase hybrid on the wire of a logger stick. */
export const deye: Family = {
  profileId: 'deye-hybrid',
  units: [1],
  habits: {},
  plate: (serial) => ({ device: 3, 'device-serial-number': serial }),
  states: { on: 2, idle: 0 },
  busy: 0,
}
