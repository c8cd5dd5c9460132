/** Every text's key, read by the compiler from the English files. A new file of texts is one row in `English` and one in `features`. */

import type deviceDetail from './locales/en/device-detail.json'
import type devices from './locales/en/devices.json'
import type errors from './locales/en/errors.json'
import type logger from './locales/en/logger.json'
import type login from './locales/en/login.json'
import type plantCreate from './locales/en/plant-create.json'
import type plantData from './locales/en/plant-data.json'
import type plantList from './locales/en/plant-list.json'
import type quantities from './locales/en/quantities.json'
import type setup from './locales/en/setup.json'
import type shell from './locales/en/shell.json'
import type units from './locales/en/units.json'

type English = Readonly<{
  devices: typeof devices
  errors: typeof errors
  logger: typeof logger
  login: typeof login
  'plant-create': typeof plantCreate
  'plant-list': typeof plantList
  setup: typeof setup
  'device-detail': typeof deviceDetail
  'plant-data': typeof plantData
  quantities: typeof quantities
  shell: typeof shell
  units: typeof units
}>

export type Feature = keyof English
export type KeyOf<F extends Feature> = { [One in F]: keyof English[One] & string }[F]
export type TextKey = KeyOf<Feature>

// A record, so that the compiler notices a row that is missing here.
const rows: Readonly<Record<Feature, true>> = {
  devices: true,
  errors: true,
  logger: true,
  login: true,
  'plant-create': true,
  'plant-list': true,
  setup: true,
  'device-detail': true,
  'plant-data': true,
  quantities: true,
  shell: true,
  units: true,
}

export const features = Object.keys(rows) as readonly Feature[]
