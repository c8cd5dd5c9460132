import type { DeviceType } from '@heliograph/domain/device.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'

/** One value of a device. Places are those of json-path.ts; the first that has a number counts. */
export type HttpItem = Readonly<{
  quantity: QuantityId
  from: string | readonly string[]
  /** Every number at the first place that has any is added. */
  isSum?: true
  /** The greatest of those places counts: a counter that begins again too early stands beside one that does not. */
  isGreatest?: true
  /** Where nothing stands at those places: the sum of these, unless one is null or no number. One may not exist. */
  orAll?: readonly string[]
  /** To the quantity's base unit: 1000 for kWh. */
  scale?: number
  /** The unit stands in the reply, at this place. */
  unitFrom?: string
  /** The device counts in the other direction. */
  isTurned?: true
  when?: string
}>

export type HttpDevice = Readonly<{
  /** Distinguishes the devices behind one address; several of one kind add their serial. */
  key: string
  type: DeviceType
  /** One device for each entry there, named `item` in the places below; of several the first with entries counts. */
  each?: readonly string[]
  /** All of these hold. */
  when?: string | readonly string[]
  /** The gateway reaches it. Otherwise it only says that there is such a device: an inverter at night. */
  isAwakeWhen?: string
  serial: readonly string[]
  /** The serial is the hex of its letters, as meters send it at their P1 port. */
  isHexSerial?: true
  /** Added to the serial, where several devices share it. */
  part?: string
  name?: readonly string[]
  model?: readonly string[]
  firmware?: readonly string[]
  /** Where such a meter usually is. */
  role?: 'grid' | 'load' | 'generation'
  /** The reply holds a telegram of a meter, which has its values. */
  telegram?: string
  items: readonly HttpItem[]
}>

export type HttpRequest = Readonly<{
  /** `{}` is replaced by each value of `each`. */
  path: string
  each?: string
  /** Missing on some firmwares: the rest is read all the same. */
  isOptional?: true
  /** Not JSON. */
  isText?: true
  /** Answered without a password. */
  isOpen?: true
}>

/** How a family of devices is read over HTTP: data only. Every request is a GET. */
export type HttpProfile = Readonly<{
  id: string
  maker: string
  /** As people know it. */
  title: string
  /** How such devices want to be asked who it is; the first is the default. */
  auth: readonly ('none' | 'basic' | 'digest' | 'bearer')[]
  /** The user, where it is always the same. */
  user?: string
  ports: readonly number[]
  /** The device shows a certificate that it signed itself: it is kept at the first contact. */
  hasTls?: true
  requests: Readonly<Record<string, HttpRequest>>
  /** The request that tells whether it is such a device, and the condition on its reply. */
  identify: Readonly<{ request: string; when: string }>
  devices: readonly HttpDevice[]
}>
