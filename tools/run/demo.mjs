// npm run demo: the server and a simulated fleet that connects to it over real sockets.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import { buildAll } from './build.mjs'
import { readDemoAddresses } from './demo-addresses.mjs'

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const httpPort = process.env.PORT ?? '8080'
const loggerPort = process.env.LOGGER_PORT ?? '10000'
const ACCOUNT = 'demo'
const password = process.env.HELIOGRAPH_DEMO_PASSWORD ?? 'Look-at-the-sun'
const { host, loggerHost, isOpen } = readDemoAddresses(process.env)
const url = `http://localhost:${httpPort}`

await buildAll()

// The simulated devices that the server reads listen within this range: the server remembers their addresses.
const devicePorts = process.env.DEMO_DEVICE_PORTS ?? '15502-15541'
// The simulator's own sky over the interface of a real service, unless one is named.
const ownSky = !process.env.WEATHER_PROVIDER
const weatherPort = ownSky ? await freePort() : undefined

const env = {
  ...process.env,
  NODE_ENV: process.env.NODE_ENV ?? 'production',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  PORT: httpPort,
  HOST: host,
  LOGGER_HOST: loggerHost,
  LOGGER_PORT: loggerPort,
  DATA_DIR: process.env.DATA_DIR ?? './data/demo',
  WEB_DIR: at('apps/web/dist'),
  // A year of history arrives faster than a real logger would send it.
  LOGGER_FRAMES_PER_MINUTE: process.env.LOGGER_FRAMES_PER_MINUTE ?? '100000',
  ...(ownSky && {
    WEATHER_PROVIDER: 'open-meteo',
    WEATHER_URL: `http://127.0.0.1:${weatherPort}`,
    WEATHER_CALLS_PER_DAY: '1000000',
  }),
  // Its owner adds ten homes in the first minute.
  CALL_UNITS_PER_MINUTE: process.env.CALL_UNITS_PER_MINUTE ?? '6000',
  DEVICE_LOOPBACK_PORTS: process.env.DEVICE_LOOPBACK_PORTS ?? devicePorts,
  HELIOGRAPH_DEMO_ACCOUNT: ACCOUNT,
  HELIOGRAPH_DEMO_PASSWORD: password,
}
const children = new Set()
function start(name, file, args = [], options = []) {
  const child = spawn(process.execPath, [...options, at(file), ...args], { env, stdio: 'inherit' })
  children.add(child)
  child.on('exit', (code, signal) => {
    children.delete(child)
    if (!stopping) {
      console.error(`The ${name} ended (${signal ?? code}).`)
      stop(code || 1)
    }
  })
  return child
}

let stopping = false
function stop(code) {
  stopping = true
  for (const child of children) child.kill('SIGTERM')
  const wait = setInterval(() => {
    if (children.size === 0) {
      clearInterval(wait)
      process.exit(code)
    }
  }, 50)
}
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))

if (ownSky) start('weather', 'apps/simulator/dist/weather-main.js', ['--port', String(weatherPort)])
// Objects of a year of records live shortly: more room for them costs 80 MB and saves a tenth of the processor.
start('server', 'apps/server/dist/main.js', [], ['--max-semi-space-size=64'])
await ready()
start('fleet', 'apps/simulator/dist/main.js', [
  '--server',
  url,
  '--logger',
  `127.0.0.1:${loggerPort}`,
  '--account',
  ACCOUNT,
  '--password',
  password,
  '--organization',
  'Lumen Solar Service',
  '--operator',
  '--device-ports',
  devicePorts,
])

const lines = Object.values(networkInterfaces())
  .flat()
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => `${address},,${loggerPort},TCP`)

const realLogger = isOpen
  ? `  To see a real logger here: open http://<your stick>/config_hide.html and set Server B to
  ${lines.join(' or ') || `<this machine's address>,,${loggerPort},TCP`}. Then register its serial number on a plant's Devices page.`
  : '  This machine alone reaches it. HOST=0.0.0.0 npm run demo opens it to your network, and to a real logger.'

console.log(`
  Heliograph is up with a simulated fleet of plants.

    page      ${url}
    account   ${ACCOUNT}
    password  ${password}

  The newest month of all plants is filled in over the wire, then a year behind it; the first figures are there within a minute.

${realLogger}
  Stop with Ctrl+C.
`)

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

async function ready() {
  const until = Date.now() + 120_000
  while (Date.now() < until && !stopping) {
    const ok = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (!stopping) {
    console.error('The server did not become ready within two minutes.')
    stop(1)
  }
}
