import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Links workspaces that came with a later commit than the last `npm ci`: they bring nothing to install. */
for (const folder of ['packages', 'apps'])
  for (const name of readdirSync(folder)) {
    const manifest = join(folder, name, 'package.json')
    if (!existsSync(manifest)) continue
    const link = join('node_modules', JSON.parse(readFileSync(manifest, 'utf8')).name)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join('..', '..', folder, name), link)
  }
