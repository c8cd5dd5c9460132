import { readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One process writes to a folder. @throws Error while another one does @returns gives it back */
export function takeFolder(folder: string): () => void {
  const file = join(folder, 'lock')
  for (;;)
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
      return () => unlinkSync(file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = Number(readFileSync(file, 'utf8'))
      if (isAlive(holder)) throw new Error(`Process ${holder} uses ${folder} already`)
      unlinkSync(file)
    }
}

/** In a container a killed process and the next one have the same number. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
