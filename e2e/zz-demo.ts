import { writeFileSync } from 'node:fs'
import { makeEmptyStore } from './empty-store.ts'
import { startDemo } from './running.ts'

await makeEmptyStore()
const demo = await startDemo(15, 2)
writeFileSync('/tmp/looks-demo-url', demo.url)
console.log(demo.url)
process.on('SIGTERM', () => void demo.stop().then(() => process.exit(0)))
setInterval(() => {}, 1000)
