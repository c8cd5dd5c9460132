/**
 * What a stranger can send, drawn and broken, in the long form: files, frames, calls, registers, nodes. The short form of
 * each part runs in `npm test`.
 *   npm run prove hostile [-- --part files,frames,calls,nodes,registers --count 2000 --seed 1]
 * Ends with a table and exit code 1 on any finding.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { fuzzFiles } from './hostile-files.part.ts'
import { forgeFrames } from './hostile-frames.part.ts'

const parts = ['files', 'frames', 'calls', 'nodes', 'registers'] as const
type Part = (typeof parts)[number]

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: parts.join(',') },
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
const wanted = values.part.split(',')
if (
  !Number.isInteger(count) ||
  count < 1 ||
  !Number.isInteger(seed) ||
  wanted.some((text) => !parts.includes(text as Part))
) {
  console.error(`npm run prove hostile [-- --part ${parts.join(',')} --count 2000 --seed 1]`)
  process.exit(2)
}
const print = (line: string): void => console.log(`  ${line}`)

/** Tests that draw more than in `npm test`. @returns the number of findings */
function runTests(file: string, env: Readonly<Record<string, string>>, project = 'server'): number {
  const args = ['run', '--project', project, file]
  const { status } = spawnSync('node_modules/.bin/vitest', args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0 ? 0 : 1
}

const run: Readonly<Record<Part, () => Promise<number>>> = {
  files: async () => (await fuzzFiles({ count, seed, print })).reduce((sum, { faults }) => sum + faults.length, 0),
  frames: async () => {
    const forged = await forgeFrames({ seed, tries: count, print })
    const broken = runTests('apps/server/src/intake/ingest/solarman/hostile-frames.test.ts', {
      HOSTILE_FRAMES: String(count * 5),
      HOSTILE_SEED: String(seed),
    })
    return Number(forged.gained > 0) + Number(forged.missed > 0) + Number(forged.unacknowledged > 0) + broken
  },
  calls: async () =>
    runTests('apps/server/src/http/hostile-calls.test.ts', {
      HOSTILE_CALLS: String(count * 10),
      HOSTILE_SEED: String(seed),
    }),
  registers: async () =>
    runTests(
      'packages/devices/src/catalog/hostile-registers.test.ts',
      { HOSTILE_REGISTERS: String(count * 500), HOSTILE_SEED: String(seed) },
      'unit',
    ),
  nodes: async () => {
    const args = ['run', 'e2e', '--', 'two-nodes', '--repeat-each', String(Math.max(1, Math.round(count / 500)))]
    return spawnSync('npm', args, { stdio: 'inherit' }).status === 0 ? 0 : 1
  },
}

const rows: { part: Part; findings: number; seconds: number }[] = []
for (const part of parts.filter((item) => wanted.includes(item))) {
  console.log(`${part} ...`)
  const beganMs = performance.now()
  const findings = await run[part]()
  rows.push({ part, findings, seconds: Math.round((performance.now() - beganMs) / 1000) })
}
console.table(rows)
process.exit(rows.some(({ findings }) => findings > 0) ? 1 : 0)
