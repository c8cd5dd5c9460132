import { openDevice, probeBehindStick, probeEndpoint } from '@heliograph/devices/catalog/modbus-devices.ts'
import { homeAssistant } from './home-assistant/home-assistant.ts'
import { httpJson } from './http-json/http-json.ts'
import { meterStream } from './meter-stream/meter-stream.ts'
import { createModbusTcp } from './modbus-tcp/modbus-tcp.ts'
import { mqtt } from './mqtt/mqtt.ts'
import { createSolarmanLocal } from './solarman-local/solarman-local.ts'
import { createSolarmanPush } from './solarman-push/solarman-push.ts'
import type { Way } from './way.ts'

/** Every way to read devices: a folder of this package each, and its row here. */
export const everyWay: Readonly<Record<string, Way>> = {
  'modbus-tcp': createModbusTcp({ probeEndpoint, openDevice }),
  'solarman-local': createSolarmanLocal({ probeEndpoint: probeBehindStick, openDevice }),
  'solarman-push': createSolarmanPush({ probeEndpoint: probeBehindStick, openDevice }),
  'meter-stream': meterStream,
  'http-json': httpJson,
  mqtt,
  'home-assistant': homeAssistant,
}
