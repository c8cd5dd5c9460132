// Built as apps/server/dist/main.js: starts the server after a look at whether the build is whole.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

function findFault() {
  try {
    const { files } = JSON.parse(readFileSync(new URL('./build.json', import.meta.url), 'utf8'))
    for (const [name, digest] of Object.entries(files)) {
      const bytes = readFileSync(new URL(`./${name}`, import.meta.url))
      if (createHash('sha256').update(bytes).digest('hex') !== digest) return `${name} is cut off or changed`
    }
  } catch (error) {
    return error.code === 'ENOENT' ? `${error.path} is missing` : error.message
  }
}

const fault = findFault()
if (fault === undefined) await import(new URL('./server.js', import.meta.url).href)
else {
  process.stderr.write(`Heliograph could not start: its build is not whole (${fault}). Build or copy it again.\n`)
  // EX_CONFIG: starting it again changes nothing.
  process.exit(78)
}
