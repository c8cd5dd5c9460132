import type { DeviceType } from '@heliograph/domain/device.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { RegisterMap } from './register-map/register-map.ts'
import type { RecordLayout } from './v5-record/record-layout.ts'

/** Registers that are read and written on demand, over a logger's connection or directly. */
type RegisterReads = Readonly<{ wire: 'modbus'; map: RegisterMap }>

/** A way in which a device is read; `wire` distinguishes them. */
export type Reads = RecordLayout | RegisterReads

/** A value derived from others: a product of two, or a sum minus another sum. Decoded only, never encoded. */
export type Computed = Readonly<{
  quantity: QuantityId
  product?: readonly [QuantityId, QuantityId]
  sum?: readonly QuantityId[]
  less?: readonly QuantityId[]
}>

/** A model, as far as reading its devices needs it. */
export type ReadModel = Readonly<{
  id: string
  deviceType: DeviceType
  /** The maximum; a device may report fewer. */
  mpptCount: number
  phaseCount: number
  /** How its values are read, one entry for each way. */
  reads: readonly Reads[]
  computed: readonly Computed[]
  /** Quantities that are left out together while all of them read zero: inputs that this device does not have. */
  silentTogether?: readonly (readonly QuantityId[])[]
}>

/** The layout of the model's V5 records; undefined for a model that sends none. */
export const recordOf = ({ reads }: Pick<ReadModel, 'reads'>): RecordLayout | undefined =>
  reads.find((way) => way.wire === 'solarman-v5')

/** The registers of the model's devices; undefined where no map is known. */
export const registersOf = ({ reads }: Pick<ReadModel, 'reads'>): RegisterMap | undefined =>
  reads.find((way) => way.wire === 'modbus')?.map

/** A map of `register-map/maps` as a way of reading. Which device it really is must be read first. The shape is tested. */
export const readsRegisters = (map: unknown): RegisterReads => ({ wire: 'modbus', map: map as RegisterMap })
