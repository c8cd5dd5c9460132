// Checks the import directions, and proves first that the checker sees: planted violations must be found.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { options, ruleSet } from './directions.config.mjs'

const tsConfig = extractTsConfig('tsconfig.json')
async function violations() {
  const { output } = await cruise(['packages', 'apps'], { ...options, ruleSet, validate: true }, undefined, {
    tsConfig,
  })
  return output.summary
}

const plants = [
  [
    'packages/domain/src/planted-violation.ts',
    "export { calls } from '@heliograph/contract/calls.ts'\n",
    'domain-and-solar-import-nothing',
  ],
  ['apps/server/src/plants/planted-violation.ts', "export { createApp } from '../http/app.ts'\n", 'rooms-know-no-http'],
  [
    'apps/web/src/features/login/planted-violation.ts',
    "export { calls } from '@heliograph/contract/calls.ts'\n",
    'the-page-imports-no-zod',
  ],
  [
    'apps/web/src/texts/planted-violation.ts',
    "export { Button } from '../ui/button.tsx'\n",
    'web-texts-imports-lower-folders-only',
  ],
]
try {
  for (const [file, text] of plants) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const summary = await violations()
  for (const [file, , rule] of plants)
    if (!summary.violations.some((v) => v.from === file && v.rule.name === rule)) {
      console.error(`The checker is blind: the planted violation of ${rule} in ${file} was not found.`)
      process.exitCode = 1
    }
} finally {
  for (const [file] of plants) rmSync(file, { force: true })
}

const summary = await violations()
for (const v of summary.violations)
  console.error(
    `${v.rule.name}: ${v.from} -> ${v.to}${v.cycle ? ` (${v.cycle.map((c) => c.name ?? c).join(' -> ')})` : ''}`,
  )
console.log(
  `${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports, ${summary.violations.length} violations`,
)
if (summary.totalCruised < 50 || summary.violations.length > 0) process.exitCode = 1
