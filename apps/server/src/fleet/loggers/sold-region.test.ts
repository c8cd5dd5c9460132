import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWires } from '../../intake/ingest/ingest.ts'
import { addPlant } from '../../intake/ingest/testing/scene.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { defaultClaimLimits } from './claims.ts'
import { proveAgain, registerLoggers } from './register-loggers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('refuses loggers that are not sold in the region, and keeps no claim', async () => {
  const plantId = await addPlant(database.db)
  const limits = { ...defaultClaimLimits, serialPrefixes: ['17', '2345'] }
  const nowMs = Date.parse('2026-06-15T10:00:00Z')
  const { readLabel } = createWires()
  const options = { plantId, userId: null, place: undefined, nowMs, readLabel, limits }
  const rows = await registerLoggers(database.db, {
    ...options,
    serials: ['1712345678', '1812345678', '23456789', 'x'],
  })
  expect(rows.map(({ result }) => result)).toEqual(['WAITING', 'NOT_IN_REGION', 'WAITING', 'INVALID'])
  const claims = await database.db.pool.query('select address from logger_claims order by address')
  expect(claims.rows).toEqual([{ address: '1712345678' }, { address: '23456789' }])
  await expect(proveAgain(database.db, { ...options, serial: '1812345678' })).rejects.toThrow('LOGGER_NOT_IN_REGION')
})
