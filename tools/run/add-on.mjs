// Lays a repository of Home Assistant apps (add-ons) into a folder: deploy/home-assistant, and beside its Dockerfile what is
// built here. The folder is copied to /addons of a home, or pushed as a repository of its own.
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAll } from './build.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Built, or data that the server reads. */
const parts = ['package.json', 'package-lock.json', 'LICENSE', 'apps/server/dist', 'apps/web/dist']

/** Every workspace is named in the lock file, also those of which nothing is installed. */
const workspaces = ['apps', 'packages'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`),
)

export function layAddOn(folder) {
  cpSync(join(root, 'deploy/home-assistant'), folder, { recursive: true })
  const app = join(folder, 'heliograph/app')
  for (const part of [...parts, ...workspaces]) {
    mkdirSync(dirname(join(app, part)), { recursive: true })
    cpSync(join(root, part), join(app, part), { recursive: true, filter: (path) => !path.endsWith('.map') })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Usage: npm run add-on -- <folder>')
  await buildAll()
  layAddOn(resolve(folder))
  console.log(`Laid into ${resolve(folder)}.`)
}
