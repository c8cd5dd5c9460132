import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { TurnablePower } from '@heliograph/domain/meter-role.ts'
import type { Db } from '../../platform/db/database.ts'
import { type AskRecount, recountDevices } from './recount-devices.ts'

export type PowerTurn = Readonly<{ deviceId: number; power: TurnablePower; isTurned: boolean }>
/** A power that was turned; `name` is the device's. */
export type TurnedPower = PowerTurn & Readonly<{ name: string }>

/**
 * Says which powers of devices have the opposite sign. A meter at the grid faces the other way then, with its counters. The
 * history of the plant is recounted once for all.
 * @returns those that changed @throws Refusal NOT_FOUND for a device of another plant
 */
export async function turnPowers(
  db: Db,
  recounts: AskRecount,
  plantId: number,
  turns: readonly PowerTurn[],
): Promise<readonly TurnedPower[]> {
  return db.transaction(async (transaction) => {
    // The plant first, as ingest does when it adds a device.
    await transaction.selectFrom('plants').select('id').where('id', '=', plantId).forNoKeyUpdate().execute()
    const ids = turns.map(({ deviceId }) => deviceId)
    const rows = await transaction
      .selectFrom('devices')
      .select(['id', 'name', 'type', 'meter_is_reversed', 'turned_powers'])
      .where('plant_id', '=', plantId)
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    if (rows.length < new Set(ids).size) throw new Refusal('NOT_FOUND')
    const changed = turns.flatMap((turn): TurnedPower[] => {
      const row = rows.find(({ id }) => id === turn.deviceId)
      return row === undefined || isTurned(row, turn.power) === turn.isTurned ? [] : [{ ...turn, name: row.name }]
    })
    for (const row of rows) {
      const own = changed.filter(({ deviceId }) => deviceId === row.id)
      if (own.length === 0) continue
      const facing = own.find(({ power }) => facesGrid(row, power))
      const powers = own.filter(({ power }) => !facesGrid(row, power))
      const kept = row.turned_powers.filter((power) => !powers.some((turn) => turn.power === power))
      const turned = powers.flatMap(({ power, isTurned: isNow }) => (isNow ? [power] : []))
      await transaction
        .updateTable('devices')
        .set({ meter_is_reversed: facing?.isTurned ?? row.meter_is_reversed, turned_powers: [...kept, ...turned] })
        .where('id', '=', row.id)
        .execute()
    }
    if (changed.length > 0) await recountDevices(transaction, recounts, plantId)
    return changed
  })
}

type Row = Readonly<{ type: string; meter_is_reversed: boolean; turned_powers: readonly TurnablePower[] }>

const facesGrid = ({ type }: Pick<Row, 'type'>, power: TurnablePower): boolean =>
  power === 'grid' && deviceKinds[type as DeviceType].isMeter

const isTurned = (row: Row, power: TurnablePower): boolean =>
  facesGrid(row, power) ? row.meter_is_reversed : row.turned_powers.includes(power)
