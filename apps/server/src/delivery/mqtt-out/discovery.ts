import type { QuantityId } from '@heliograph/domain/quantities.ts'

/** A value that is published: its name in the state and its id in the discovery. */
export type Part = Readonly<{
  /** Ends in the unit: `gridPowerW`, `generationTotalKwh`. */
  key: string
  /** Gives it its name. */
  quantity: QuantityId
  kind: 'power' | 'charge' | 'sum' | 'counter'
}>

/** A plant or a device as it is published. */
export type Published = Readonly<{
  id: string
  /** The plant of a device. */
  via?: string
  name: string
  manufacturer?: string
  model?: string
  /** Of its page. */
  url?: string
  /** Whether it reports. */
  isPresent: boolean
  parts: readonly Part[]
  /** By key; null: not known now. */
  values: Readonly<Record<string, number | null>>
}>

export type Place = Readonly<{ installation: string; brokerId: number; prefix: string }>

/** After so long without a message values are no longer known: three publications were missed. */
export const EXPIRE_S = 200

const classes = {
  power: {
    device_class: 'power',
    state_class: 'measurement',
    unit_of_measurement: 'W',
    suggested_display_precision: 0,
  },
  charge: {
    device_class: 'battery',
    state_class: 'measurement',
    unit_of_measurement: '%',
    suggested_display_precision: 0,
  },
  // Sums of days: a recount may lower them.
  sum: { device_class: 'energy', state_class: 'total', unit_of_measurement: 'kWh', suggested_display_precision: 2 },
  counter: {
    device_class: 'energy',
    state_class: 'total_increasing',
    unit_of_measurement: 'kWh',
    suggested_display_precision: 2,
  },
} as const satisfies Readonly<Record<Part['kind'], object>>

/** Ids of ours: names and serial numbers change, and are nobody's business at a broker. */
export const plantIdOf = (installation: string, plantId: number): string => `heliograph_${installation}_p${plantId}`
export const deviceIdOf = (installation: string, deviceId: number): string => `heliograph_${installation}_d${deviceId}`

const shortOf = (id: string): string => id.slice(id.lastIndexOf('_') + 1)
/** Whether this server is there: the broker itself says that it is not. */
export const serverTopic = ({ installation, brokerId }: Place): string =>
  `heliograph/${installation}/server-${brokerId}/availability`
export const stateTopic = ({ installation }: Place, id: string): string =>
  `heliograph/${installation}/${shortOf(id)}/state`
export const presenceTopic = ({ installation }: Place, id: string): string =>
  `heliograph/${installation}/${shortOf(id)}/availability`
export const configTopic = ({ prefix }: Place, id: string): string => `${prefix}/device/${id}/config`
/** Home Assistant says there that it has started. */
export const birthTopic = ({ prefix }: Place): string => `${prefix}/status`

/**
 * The text of which Home Assistant makes devices and entities (its documentation, "MQTT: device discovery payload").
 * @param nameOf the name of a quantity in the owner's language
 */
export function toConfig(
  place: Place,
  { id, via, name, manufacturer, model, url, parts }: Published,
  publicUrl: string,
  nameOf: (quantity: QuantityId) => string,
): string {
  return JSON.stringify({
    device: {
      identifiers: [id],
      name,
      ...(manufacturer && { manufacturer }),
      ...(model && { model }),
      ...(via && { via_device: via }),
      ...(url && { configuration_url: url }),
    },
    origin: { name: 'Heliograph', support_url: publicUrl },
    components: Object.fromEntries(
      parts.map(({ key, quantity, kind }) => [
        key,
        {
          platform: 'sensor',
          unique_id: `${id}_${key}`,
          name: nameOf(quantity),
          ...classes[kind],
          value_template: `{{ value_json.${key} }}`,
          expire_after: EXPIRE_S,
        },
      ]),
    ),
    state_topic: stateTopic(place, id),
    availability: [{ topic: serverTopic(place) }, { topic: presenceTopic(place, id) }],
    availability_mode: 'all',
    qos: 1,
  })
}

/** Every part in every message: one that is missing would keep its last value. */
export const toState = ({ parts, values }: Published): string =>
  JSON.stringify(Object.fromEntries(parts.map(({ key }) => [key, values[key] ?? null])))
