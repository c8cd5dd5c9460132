// Finds files, exports, types and dependencies that nothing uses (knip). It runs on a copy with planted dead code of
// each kind in each workspace: the planted code must be found, and nothing else may be.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const copy = resolve('.cache/dead-code')
const workspaces = ['packages', 'apps'].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))

/** A file that nothing imports, and a dead value and a dead type in a file that is used. */
const orphan = { path: 'src/planted-orphan.ts', text: 'export const plantedOrphan = 1\n' }
const deadIn = {
  path: 'src/planted-dead.ts',
  text: 'export const plantedAlive = 1\nexport const plantedDead = 2\nexport type PlantedDead = 3\n',
}
const user = {
  path: 'src/planted-dead.test.ts',
  text: "import { plantedAlive } from './planted-dead.ts'\nplantedAlive\n",
}
const plantedNames = ['plantedOrphan', 'plantedDead', 'PlantedDead']
const DEAD_DEPENDENCY = 'left-pad'

function makeCopy() {
  rmSync(copy, { recursive: true, force: true })
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  for (const file of listed.filter((name) => /\.(ts|tsx|mjs|js|json|css|html)$/.test(name)))
    try {
      mkdirSync(join(copy, dirname(file)), { recursive: true })
      cpSync(file, join(copy, file))
    } catch (error) {
      // Listed, but deleted and not committed yet.
      if (error.code !== 'ENOENT') throw error
    }
  linkModules()
}

/** The installed packages, with the workspaces' own names linked into the copy. */
function linkModules() {
  const own = '@heliograph'
  mkdirSync(join(copy, 'node_modules', own), { recursive: true })
  for (const name of readdirSync('node_modules'))
    if (name !== own) symlinkSync(resolve('node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(`node_modules/${own}`)) {
    const folder = workspaces.find((one) => one.endsWith(`/${name}`))
    if (folder) symlinkSync(join(copy, folder), join(copy, 'node_modules', own, name))
  }
}

function plant() {
  for (const workspace of workspaces)
    for (const { path, text } of [orphan, deadIn, user]) writeFileSync(join(copy, workspace, path), text)
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  manifest.devDependencies[DEAD_DEPENDENCY] = '*'
  writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest))
}

/** `file: kind name` for each thing that knip reports. */
function runKnip() {
  const args = ['--no-progress', '--reporter', 'json', '--no-exit-code', '--no-config-hints', '--directory', copy]
  const output = execFileSync('node_modules/.bin/knip', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const { issues } = JSON.parse(output)
  return issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      Array.isArray(found) ? found.map(({ name }) => ({ file, kind, name: name ?? '' })) : [],
    ),
  )
}

makeCopy()
plant()
const found = runKnip()
rmSync(copy, { recursive: true, force: true })

const isPlanted = ({ name }) => name === DEAD_DEPENDENCY || plantedNames.includes(name)
const unseen = workspaces.flatMap((workspace) =>
  plantedNames.filter((name) => !found.some((one) => one.name === name && one.file.startsWith(`${workspace}/`))),
)
if (!found.some(({ name }) => name === DEAD_DEPENDENCY)) unseen.push(DEAD_DEPENDENCY)
const dead = found.filter((one) => !isPlanted(one))
for (const name of unseen) console.error(`The check is blind: the planted ${name} was not found.`)
for (const { file, kind, name } of dead) console.error(`${file}: ${kind} ${name}`)
console.log(`dead code: ${found.length - dead.length} planted and found, ${dead.length} more`)
process.exitCode = unseen.length + dead.length > 0 ? 1 : 0
