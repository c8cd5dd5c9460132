// Types of the whole repository, part by part (tsconfig.json of each package and app): a part sees declarations of the
// parts below it, and is looked at again when one of its files or of these declarations has changed.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

// The native compiler (TypeScript 7). Each part has one checker: two would work out the types of all calls twice.
const NATIVE_TSC = 'node_modules/@typescript/native/bin/tsc'
const compiler = existsSync(NATIVE_TSC)
  ? [NATIVE_TSC, '--checkers', '1', '--builders', '1']
  : ['node_modules/typescript/bin/tsc']

// A process each: one that builds everything would keep the types of all parts in memory.
const GROUPS = [
  ['packages/contract', 'packages/i18n', 'packages/solar', 'apps/edge', 'apps/simulator'],
  ['apps/web'],
  ['apps/web/tsconfig.tests.json'],
  ['apps/server'],
  ['apps/server/tsconfig.tests.json'],
  ['tools'],
]

/** What was printed already: a part above meets the errors of those below once more. */
const printed = new Set()

async function build(parts) {
  const [file, ...flags] = compiler
  const child = spawn(process.execPath, [file, '-b', ...parts, ...flags, '--pretty', 'false'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1))))
  for (const line of output.split('\n'))
    if (line && !printed.has(line)) {
      printed.add(line)
      console.log(line)
    }
  return code
}

let isSound = true
for (const parts of GROUPS) if ((await build(parts)) !== 0) isSound = false
for (const folder of ['packages', 'apps'])
  for (const name of readdirSync(folder))
    if (!existsSync(`.cache/types/${folder}/${name}/tsconfig.tsbuildinfo`)) {
      console.log(`${folder}/${name} is in no part: give it a tsconfig.json, and name it in tools/run/types.mjs`)
      isSound = false
    }
process.exit(isSound ? 0 : 1)
