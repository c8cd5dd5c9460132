// Finds a Chromium for the browser journeys; installs Debian's where none is found and that is possible.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const find = () => candidates.find((path) => path && existsSync(path))

export function findOrInstallChromium() {
  const found = find()
  if (found) return found
  const isRoot = process.getuid?.() === 0
  const apt = spawnSync('apt-get', ['--version']).status === 0
  const sudo = isRoot ? [] : spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
  if (apt && sudo) {
    console.log("No Chromium found; installing Debian's (packages chromium, fonts-noto-core, fonts-noto-cjk) ...")
    const install = (...args) =>
      execFileSync([...sudo, 'apt-get'][0], [...sudo.slice(1), ...(sudo.length ? ['apt-get'] : []), ...args], {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    install('update', '-q')
    install('install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-noto-core', 'fonts-noto-cjk')
    const installed = find()
    if (installed) return installed
  }
  throw new Error(
    'The browser journeys need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}
