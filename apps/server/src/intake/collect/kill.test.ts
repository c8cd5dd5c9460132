import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromTable, type ModbusDevice, openModbusDevice } from '@heliograph/collect/testing/modbus-device.ts'
import { registersOf } from '@heliograph/collect/testing/one-family.ts'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createDice } from '../../testing/dice.ts'
import type { ChildOptions } from './testing/collect-child.ts'
import { type CollectChild, type StoredLine, startCollectChild, stopCollectChild } from './testing/start-child.ts'

const DEVICES = 8
const KILLS = 3
/** A round of ten seconds takes a quarter of one. */
const SPEED = 40
const STEP_WH = 10

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** An inverter whose counter goes on with each answer, so that a value names its reading. */
async function openInverter(serial: number): Promise<ModbusDevice> {
  let totalWh = 1_000_000
  const device = await openModbusDevice((...asked) => {
    totalWh += STEP_WH
    return fromTable(registersOf(serial, 500, totalWh))(...asked)
  })
  undo.push(device.close)
  return device
}

test('readings that were stored are there once after repeated kills', async () => {
  const dice = createDice(20_261_129)
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-polls-'))
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const devices: ModbusDevice[] = []
  for (let n = 1; n <= DEVICES; n += 1) devices.push(await openInverter(n))
  const told: StoredLine[] = []
  let wake = (): void => {}
  const options: ChildOptions = {
    dataDir,
    plants: 2,
    ports: devices.map(({ port }) => port),
    pollSeconds: 10,
    storeSeconds: 10,
    speed: SPEED,
    fromMs: Date.now(),
    saysStored: true,
  }
  const start = (): Promise<CollectChild> =>
    startCollectChild(options, (line) => {
      told.push(line)
      wake()
    })
  const whenTold = async (count: number): Promise<void> => {
    while (told.length < count)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }

  let child = await start()
  undo.push(() => stopCollectChild(child))
  for (let kill = 0; kill < KILLS; kill += 1) {
    await whenTold(told.length + 2 * DEVICES + dice(2 * DEVICES))
    child.child.kill('SIGKILL')
    // Once PostgreSQL dies too, and must recover from its log.
    if (kill === 1) process.kill(child.postgresPid, 'SIGKILL')
    await once(child.child, 'close')
    child = await start()
  }
  await whenTold(told.length + 2 * DEVICES)

  const client = new pg.Client({
    host: child.host,
    port: 5432,
    user: 'heliograph_app',
    database: 'heliograph',
    ssl: false,
  })
  await client.connect()
  undo.push(() => client.end())
  // The process goes on storing: both answers are of one instant, and so is what was told before it.
  const toldBefore = [...told]
  await client.query('begin isolation level repeatable read')
  const { rows } = await client.query<{ serial: string; at: Date; total: number }>(
    `select d.serial, s.at, s.values[array_position(d.quantities, 'generationTotalWh')] as total
     from samples s join devices d on d.id = s.device_id order by d.serial, s.at`,
  )
  const days = await client.query<{ generation_wh: number }>(
    'select sum(generation_wh)::float8 as generation_wh from plant_days',
  )
  const stored = new Set(rows.map(({ serial, at, total }) => `${serial} ${Math.floor(at.getTime() / 1000)} ${total}`))
  const lost = toldBefore.filter(
    ({ serial, atMs, totalWh }) => !stored.has(`${serial} ${Math.floor(atMs / 1000)} ${totalWh}`),
  )
  expect(lost).toEqual([])
  let energyWh = 0
  for (const { serial } of new Map(rows.map((row) => [row.serial, row])).values()) {
    const totals = rows.filter((row) => row.serial === serial).map(({ total }) => total)
    expect(totals, `device ${serial}`).toEqual([...new Set(totals)].sort((a, b) => a - b))
    energyWh += (totals.at(-1) ?? 0) - (totals[0] ?? 0)
  }
  // Neither a restart nor a record that was sent again adds energy.
  expect(days.rows[0]?.generation_wh).toBe(energyWh)
}, 180_000)
