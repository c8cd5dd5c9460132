/** The directions of docs/adr/0003: who may import whom. directions.mjs proves that each rule sees. */
import { existsSync, readdirSync } from 'node:fs'
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

/** Quarters of the server, lowest first: each imports only those below it; those of one line stand side by side. */
export const quarters = [
  ['platform'],
  ['people'],
  ['fleet'],
  ['intake', 'insight'],
  ['delivery'],
  ['operator'],
  ['http'],
]
/** Folders of quarters that are no rooms: the foundation, and the links to HTTP and the clock. */
const aroundRooms = ['platform/db', 'platform/jobs', 'http/routes']

/** Files that read what people send; they run in a process of their own. */
const reader = '\\.reader\\.ts$'
const fileLibraries = 'node_modules/(sharp|zxing-wasm|papaparse|htmlparser2|yauzl|fflate|read-excel-file)/'
/** These only write files. */
const packers = [`^${server}/delivery/exports/zip-stream\\.ts$`, `^${server}/operator/account-lifecycle/archive\\.ts$`]

/** Besides http these may speak the wire's words (in the page wire-words.mjs looks for them too). */
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
  'data-center',
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

const quarterRules = quarters.flatMap((level, at) =>
  level.map((quarter) => ({
    name: `${quarter}-imports-lower-quarters-only`,
    severity: 'error',
    from: { path: `^${server}/${quarter}/`, pathNot: notTests },
    to: { path: `^${server}/`, pathNot: `^${server}/(${[quarter, ...quarters.slice(0, at).flat()].join('|')})/` },
  })),
)

/** The rooms are the existing folders: a new one is checked from its first file on. */
function readRooms(root) {
  const rooms = quarters
    .flat()
    .filter((quarter) => existsSync(join(root, server, quarter)))
    .flatMap((quarter) =>
      readdirSync(join(root, server, quarter), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${quarter}/${name}`),
    )
    .filter((room) => !aroundRooms.includes(room))
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
        name: 'wires-import-domain-only',
        severity: 'error',
        from: { path: '^packages/wires/', pathNot: notTests },
        to: { pathNot: '^packages/(wires|domain)/' },
      },
      {
        name: 'devices-import-wires-and-domain-only',
        severity: 'error',
        from: { path: '^packages/devices/', pathNot: notTests },
        to: { pathNot: '^packages/(devices|wires|domain)/' },
      },
      {
        name: 'ways-of-reading-know-no-model',
        severity: 'error',
        from: { path: '^packages/devices/src/reads/', pathNot: notTests },
        to: { path: '^packages/devices/src/(?!reads/)' },
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
        from: { path: `^${server}/(?!http/)[^/]+/`, pathNot: [notTests, `^${server}/testing/`] },
        to: { path: `^${server}/http/|node_modules/fastify/` },
      },
      {
        name: 'the-database-knows-no-room',
        severity: 'error',
        from: { path: `^${server}/platform/db/`, pathNot: notTests },
        to: { path: `^${server}/`, pathNot: `^${server}/platform/db/` },
      },
      {
        name: 'a-room-is-entered-through-its-door',
        comment: 'From outside, only the file named like its folder (telemetry/telemetry.ts).',
        severity: 'error',
        from: { path: `^${server}/([^/]+/[^/]+|[^/]+)`, pathNot: [notTests, `^${server}/intake/ingest/`] },
        to: { path: rooms, pathNot: [`^${server}/$1/`, `^${server}/[^/]+/([^/]+)/\\1\\.ts$`, reader] },
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
        from: { path: `^${server}/intake/ingest/`, pathNot: notTests },
        to: {
          path: rooms,
          pathNot: [`^${server}/(?:intake/ingest|fleet/loggers)/`, `^${server}/[^/]+/([^/]+)/\\1\\.ts$`],
        },
      },
      {
        name: 'a-wire-stays-in-its-folder',
        comment:
          'Only ingest/solarman knows Solarman V5: the rest stores arrivals of any wire, and asks devices over a line.',
        severity: 'error',
        from: { path: `^${server}/`, pathNot: [notTests, `^${server}/intake/ingest/solarman/`] },
        to: { path: '^packages/wires/src/solarman-v5/' },
      },
      {
        name: 'the-contract-stays-in-http-and-api',
        severity: 'error',
        from: {
          path: '^(apps|packages)/',
          pathNot: [notTests, '^packages/contract/', `^${server}/http/`, ...wireSpeakers],
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
        from: { path: '^apps/web/src/features/([^/]+/[^/]+)/', pathNot: notTests },
        to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
      },
      ...quarterRules,
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
