/** The directions of docs/adr/0003: who may import whom. directions.mjs proves that each rule sees. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const options = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)dist/' },
  tsPreCompilationDeps: true,
  tsConfig: { fileName: 'tsconfig.json' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
}

const notTests = '\\.test\\.tsx?$|/testing/|/fixtures/'
const server = 'apps/server/src'
/** Folders of the server that are no rooms: their foundation, and the links to HTTP and the clock. */
const aroundRooms = ['db', 'families', 'http', 'jobs', 'testing']

/** Files that read what people send; they run in a process of their own. */
const reader = '\\.reader\\.ts$'
const fileLibraries =
  'node_modules/(sharp|zxing-wasm|papaparse|htmlparser2|yauzl|fflate|read-excel-file)/|^packages/domain/src/layout-file/read-dxf\\.ts$'
/** These only write files. */
const packers = [`^${server}/exports/zip-stream\\.ts$`, `^${server}/account-lifecycle/archive\\.ts$`]

/** Besides families and http these may speak the wire's words (in the page wire-words.mjs looks for them too). */
const wireSpeakers = [
  // Clients of a server, like the page.
  '^apps/server/src/operator/data-centers/remote-data-center\\.ts$',
  '^apps/simulator/src/platform\\.ts$',
  '^apps/web/src/api/',
]

/**
 * The folders of the page below its features, lowest first: each imports only those before it, so no cycle can form.
 */
export const webLayers = [
  'api',
  'preferences',
  'address',
  'texts',
  'ui',
  'charts',
  'brand',
  'data-centre',
  'auth',
  'identity',
  'plant',
]

const webLayerRules = webLayers.map((layer, at) => ({
  name: `web-${layer}-imports-lower-folders-only`,
  severity: 'error',
  from: { path: `^apps/web/src/${layer}/`, pathNot: notTests },
  to: { path: '^apps/web/src/', pathNot: `^apps/web/src/(${webLayers.slice(0, at + 1).join('|')})/` },
}))

/** The rooms are the existing folders: a new one is checked from its first file on. */
function readRooms(root) {
  const rooms = readdirSync(join(root, server), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !aroundRooms.includes(entry.name))
    .map(({ name }) => name)
  return `^${server}/(${rooms.join('|')})/`
}

/** @param root the folder of the sources */
export function readRules(root) {
  const rooms = readRooms(root)
  return {
    forbidden: [
      { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
      {
        name: 'domain-and-solar-import-nothing',
        severity: 'error',
        from: { path: '^packages/(domain|solar)/', pathNot: notTests },
        to: { pathNot: '^packages/$1/' },
      },
      {
        name: 'devices-import-domain-only',
        severity: 'error',
        from: { path: '^packages/devices/', pathNot: notTests },
        to: { pathNot: '^packages/(devices|domain)/' },
      },
      {
        name: 'contract-imports-domain-and-zod-only',
        severity: 'error',
        from: { path: '^packages/contract/', pathNot: notTests },
        to: { pathNot: '^packages/(contract|domain)/|node_modules/zod/' },
      },
      {
        name: 'packages-never-import-apps',
        severity: 'error',
        from: { path: '^packages/' },
        to: { path: '^apps/' },
      },
      {
        name: 'apps-meet-only-over-the-wire',
        severity: 'error',
        from: { path: '^apps/([^/]+)/', pathNot: notTests },
        to: { path: '^apps/', pathNot: '^apps/$1/' },
      },
      {
        name: 'rooms-know-no-http',
        severity: 'error',
        from: { path: [rooms, `^${server}/db/`], pathNot: notTests },
        to: { path: `^${server}/(http|families)/|node_modules/fastify/` },
      },
      {
        name: 'the-database-knows-no-room',
        severity: 'error',
        from: { path: `^${server}/db/`, pathNot: notTests },
        to: { path: `^${server}/`, pathNot: `^${server}/db/` },
      },
      {
        name: 'a-room-is-entered-through-its-door',
        comment: 'From outside, only the file named like its folder (telemetry/telemetry.ts).',
        severity: 'error',
        from: { path: `^${server}/([^/]+)`, pathNot: [notTests, `^${server}/ingest/`] },
        to: { path: rooms, pathNot: [`^${server}/$1/`, `^${server}/([^/]+)/\\1\\.ts$`, reader] },
      },
      {
        name: 'files-are-read-in-a-process-of-their-own',
        comment: 'What people send is opened in `*.reader.ts` alone, which the server itself never loads.',
        severity: 'error',
        from: { path: `^${server}/`, pathNot: [notTests, reader, ...packers] },
        to: { path: fileLibraries, dependencyTypesNot: ['type-only'] },
      },
      {
        name: 'readers-run-in-their-process-alone',
        severity: 'error',
        from: { path: '^apps/', pathNot: [notTests, reader, `^${server}/file-reader-child\\.ts$`] },
        to: { path: reader, dependencyTypesNot: ['type-only'] },
      },
      {
        name: 'ingest-enters-rooms-through-their-door',
        comment:
          'But for loggers: both write who sent what in one transaction, and share what they believe of a logger.',
        severity: 'error',
        from: { path: `^${server}/ingest/`, pathNot: notTests },
        to: { path: rooms, pathNot: [`^${server}/(?:ingest|loggers)/`, `^${server}/([^/]+)/\\1\\.ts$`] },
      },
      {
        name: 'a-wire-stays-in-its-folder',
        comment: 'Only ingest/solarman knows Solarman V5: the rest stores arrivals of any wire.',
        severity: 'error',
        from: { path: `^${server}/(ingest|loggers)/`, pathNot: [notTests, `^${server}/ingest/solarman/`] },
        to: { path: '^packages/wires/src/solarman-v5/' },
      },
      {
        name: 'the-contract-stays-in-families-and-api',
        severity: 'error',
        from: {
          path: '^(apps|packages)/',
          pathNot: [notTests, '^packages/contract/', `^${server}/(families|http)/`, ...wireSpeakers],
        },
        to: { path: '^packages/contract/' },
      },
      {
        name: 'the-page-imports-no-zod',
        severity: 'error',
        from: { path: '^apps/web/src/', pathNot: notTests },
        to: { path: 'node_modules/zod/|^packages/contract/', dependencyTypesNot: ['type-only'] },
      },
      {
        name: 'a-feature-never-imports-another',
        severity: 'error',
        from: { path: '^apps/web/src/features/([^/]+)/', pathNot: notTests },
        to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
      },
      ...webLayerRules,
      {
        name: 'nobody-imports-tools-or-tests',
        severity: 'error',
        from: { path: '^(packages|apps)/', pathNot: notTests },
        to: { path: '^(tools|e2e)/|\\.test\\.tsx?$' },
      },
    ],
  }
}
