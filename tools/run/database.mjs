// npm run backup [file], npm run restore <file>; `-- --verify` restores elsewhere and compares. npm run upgrade-database.
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const built = fileURLToPath(new URL('../../apps/server/dist/database.js', import.meta.url))
// A backup beside a running server leaves its build alone.
if (process.argv[2] !== 'backup' || !existsSync(built)) {
  const { buildAll } = await import('./build.mjs')
  await buildAll()
}
await import(pathToFileURL(built).href)
