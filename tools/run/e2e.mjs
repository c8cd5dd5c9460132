// npm run e2e: browser journeys against the real server, the real simulator and a real browser.
import { readFileSync } from 'node:fs'
import { buildAll } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { run } from './run.mjs'

const chromium = findOrInstallChromium()
await buildAll()
const { code } = await run(
  'node_modules/.bin/playwright',
  ['test', '-c', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
  {
    env: { CHROMIUM_PATH: chromium, NODE_ENV: 'production' },
  },
)
const { stats } = JSON.parse(readFileSync('.cache/playwright.json', 'utf8'))
console.log(`journeys: ${stats.expected + stats.flaky} passed, ${stats.unexpected} failed`)
process.exit(code)
