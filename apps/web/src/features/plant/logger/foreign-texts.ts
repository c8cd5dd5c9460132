import type { TextKey } from '@heliograph/i18n/keys.ts'

/** The foreign protocol of a device, and what helps. */
const texts: Readonly<Record<string, TextKey>> = {
  tls: 'logger.foreign.tls',
  http: 'logger.foreign.http',
  at: 'logger.foreign.at',
  'modbus-tcp': 'logger.foreign.modbusTcp',
  v4: 'logger.foreign.v4',
  mqtt: 'logger.foreign.mqtt',
  growatt: 'logger.foreign.growatt',
  solaredge: 'logger.foreign.solarEdge',
  hoymiles: 'logger.foreign.hoymiles',
  sma: 'logger.foreign.sma',
  'iec-104': 'logger.foreign.iec104',
  proxy: 'logger.foreign.proxy',
  'v5-local': 'logger.foreign.v5Local',
}

export const foreignTextOf = (protocol: string): TextKey | undefined => texts[protocol]
