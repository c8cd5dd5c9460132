import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { describe, expect, inject, it, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { fromPs, processFacts } from './process-facts.ts'
import '../../testing/global-setup.ts'

describe.each([
  ['of this system', processFacts],
  ['from ps', fromPs],
])('process facts %s', (_, facts) => {
  it('tells a living process from a dead one and a zombie', async () => {
    expect(facts.startOf(process.pid)).toBeTruthy()
    expect(facts.startOf(process.pid)).toBe(facts.startOf(process.pid))
    // The shell becomes a program that never reaps its child.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer]
      const zombie = Number(line.toString())
      const nameOf = (pid = 0) => execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim()
      await vi.waitFor(() => expect(nameOf(parent.pid)).toMatch(/sleep$/), { interval: 10, timeout: 5_000 })
      expect(facts.startOf(zombie)).toBeTruthy()
      process.kill(zombie, 'SIGKILL')
      await vi.waitFor(() => expect(facts.startOf(zombie)).toBeUndefined(), { interval: 10, timeout: 5_000 })
      // It still answers to signal 0: that is what deceives PostgreSQL.
      expect(process.kill(zombie, 0)).toBe(true)
    } finally {
      parent.kill('SIGKILL')
      await once(parent, 'close')
    }
    expect(facts.startOf(parent.pid ?? 0)).toBeUndefined()
  })

  it('knows the server of a folder', async () => {
    const { connection } = inject('testPostgres')
    const db = await openDatabase({ connection, poolSize: 1, log: pino({ level: 'silent' }) })
    const { rows } = await db.pool.query<{ folder: string; pid: number }>(
      "select current_setting('data_directory') as folder, split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
    )
    await db.close()
    const { folder, pid } = rows[0]!
    expect(facts.isPostgresOn(pid, folder)).toBe(true)
    expect(facts.isPostgresOn(pid, `${folder}2`)).toBe(false)
    expect(facts.isPostgresOn(process.pid, process.cwd())).toBe(false)
  })
})
