import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeOldMail } from './remove-old-mail.ts'

it('removes old emails and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-outbox-'))
  try {
    for (const name of ['old.eml', 'new.eml', 'notes.txt']) {
      writeFileSync(join(folder, name), 'x')
      utimesSync(join(folder, name), 1_000, name === 'new.eml' ? 3_000 : 1_000)
    }
    expect(await removeOldMail(folder, 2_000_000)).toBe(1)
    expect(readdirSync(folder).sort()).toEqual(['new.eml', 'notes.txt'])
    expect(await removeOldMail(join(folder, 'none'), 2_000_000)).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
