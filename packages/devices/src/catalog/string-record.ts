import { field } from '../reads/v5-record/record-layout.ts'

/**
 * The common part of the records of Solis and Sofar string inverters: the first values, at the same positions
 * (protocols.md 2.4.2). Each profile adds the counters at 65 and 69, because their steps differ.
 */
export const stringRecordFields = [
  field(37, 's16le', 'inverterTemperatureC', 0.1),
  field(39, 'u16le', 'pv1VoltageV', 0.1),
  field(41, 'u16le', 'pv2VoltageV', 0.1),
  field(43, 'u16le', 'pv1CurrentA', 0.1),
  field(45, 'u16le', 'pv2CurrentA', 0.1),
  field(47, 'u16le', 'ac1CurrentA', 0.1),
  field(49, 'u16le', 'ac2CurrentA', 0.1),
  field(51, 'u16le', 'ac3CurrentA', 0.1),
  field(53, 'u16le', 'ac1VoltageV', 0.1),
  field(55, 'u16le', 'ac2VoltageV', 0.1),
  field(57, 'u16le', 'ac3VoltageV', 0.1),
  field(59, 'u16le', 'acFrequencyHz', 0.01),
  field(61, 'u32le', 'acPowerW'),
] as const
