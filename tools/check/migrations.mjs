// Numbers of migrations: each once, none left out. Two branches that take the same number merge without a conflict.
import { readdirSync } from 'node:fs'

/** What is wrong with these file names, in sentences. */
function findFaults(names) {
  const faults = []
  names
    .map((name) => ({ name, number: Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]) }))
    .sort((a, b) => a.number - b.number || a.name.localeCompare(b.name))
    .forEach(({ name, number }, i) => {
      if (number !== i + 1) faults.push(`${name}: number ${String(i + 1).padStart(3, '0')} is expected here`)
    })
  return faults
}

const planted = [
  ['001-a.sql', '001-b.sql'],
  ['001-a.sql', '003-b.sql'],
  ['001-a.sql', '2-b.sql'],
]
for (const names of planted) if (findFaults(names).length === 0) throw new Error(`This check does not see: ${names}`)

const names = readdirSync('apps/server/src/platform/db/migrations').filter((name) => name.endsWith('.sql'))
const faults = findFaults(names)
for (const fault of faults) console.log(fault)
console.log(`migrations: ${names.length} files, ${faults.length} faults`)
process.exit(faults.length === 0 && names.length > 0 ? 0 : 1)
