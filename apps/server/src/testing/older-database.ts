import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { migrate } from '../platform/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

const log = pino({ level: 'silent' })
const all = fileURLToPath(new URL('../platform/db/migrations', import.meta.url))

export type OlderDatabase = TestDatabase &
  Readonly<{
    rowsOf: (text: string) => Promise<Record<string, unknown>[]>
    /** Brings it to the version of today. */
    migrate: () => Promise<void>
  }>

/** A database as it was before a migration. @param migration the end of its file name, such as `-orders.sql` */
export async function createOlderDatabase(migration: string): Promise<OlderDatabase> {
  const files = readdirSync(all).sort()
  const until = files.findIndex((name) => name.endsWith(migration))
  if (until === -1) throw new Error(`No migration ${migration}`)
  const test = await createTestDatabase()
  const { pool } = test.db
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'))
  try {
    await pool.query('drop schema public cascade; create schema public')
    for (const name of files.slice(0, until)) copyFileSync(join(all, name), join(folder, name))
    await migrate(pool, { log, folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    ...test,
    rowsOf: async (text) => (await pool.query(text)).rows,
    migrate: async () => {
      await migrate(pool, { log })
    },
  }
}
