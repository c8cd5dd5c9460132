/** The directions of docs/adr/0003: who may import whom. directions.mjs proves that each rule sees. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const NOT_TESTS = '\\.test\\.tsx?$|/testing/|/fixtures/'
const SERVER = 'apps/server/src'

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
const READER = '\\.reader\\.ts$'
const FILE_LIBRARIES = 'node_modules/(sharp|zxing-wasm|papaparse|htmlparser2|yauzl|fflate|read-excel-file)/'
/** These only write files. */
const packers = [`^${SERVER}/platform/file-jobs/zip-stream\\.ts$`]

/** Besides http these may speak the wire's words (in the page wire-words.mjs looks for them too). */
const wireSpeakers = [
  // Clients of a server, like the page.
  '^apps/server/src/operator/data-centers/remote-data-center\\.ts$',
  '^apps/edge/src/(link/|agent\\.ts$)',
  '^apps/simulator/src/(platform|service-organization|settle-plant)\\.ts$',
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
  from: { path: `^apps/web/src/${layer}/`, pathNot: NOT_TESTS },
  to: { path: '^apps/web/src/', pathNot: `^apps/web/src/(${webLayers.slice(0, at + 1).join('|')})/` },
}))

const quarterRules = quarters.flatMap((level, at) =>
  level.map((quarter) => ({
    name: `${quarter}-imports-lower-quarters-only`,
    from: { path: `^${SERVER}/${quarter}/`, pathNot: NOT_TESTS },
    to: { path: `^${SERVER}/`, pathNot: `^${SERVER}/(${[quarter, ...quarters.slice(0, at).flat()].join('|')})/` },
  })),
)

/** The rooms are the existing folders: a new one is checked from its first file on. */
function readRooms(root) {
  const rooms = quarters
    .flat()
    .filter((quarter) => existsSync(join(root, SERVER, quarter)))
    .flatMap((quarter) =>
      readdirSync(join(root, SERVER, quarter), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${quarter}/${name}`),
    )
    .filter((room) => !aroundRooms.includes(room))
  return `^${SERVER}/(${rooms.join('|')})/`
}

/**
 * Each rule: `from` and `to` are patterns of paths, `$1` in `to` is the first group of `from.path`; `typesToo: false`
 * lets imports of types pass.
 * @param root the folder of the sources
 */
export function readRules(root) {
  const rooms = readRooms(root)
  return [
    {
      name: 'domain-and-solar-import-nothing',
      from: { path: '^packages/(domain|solar)/', pathNot: NOT_TESTS },
      to: { pathNot: '^packages/$1/' },
    },
    {
      name: 'wires-import-domain-only',
      from: { path: '^packages/wires/', pathNot: NOT_TESTS },
      to: { pathNot: '^packages/(wires|domain)/' },
    },
    {
      name: 'devices-import-wires-and-domain-only',
      // The maps are files that are read at the first use: a model is one of them, and no line of code.
      from: { path: '^packages/devices/', pathNot: `${NOT_TESTS}|/register-map/load-maps\\.ts$` },
      to: { pathNot: '^packages/(devices|wires|domain)/' },
    },
    {
      name: 'collect-imports-devices-wires-and-domain-only',
      comment: 'It runs beside the devices as well, without the server: no database, no HTTP server.',
      from: { path: '^packages/collect/', pathNot: NOT_TESTS },
      to: {
        pathNot:
          '^packages/(collect|devices|wires|domain)/|^(node:)?(net|dgram|tls|http|crypto|buffer|stream|os|dns/promises)$|node_modules/(mqtt|ws)/',
      },
    },
    {
      name: 'the-lower-packages-know-no-collect',
      from: { path: '^packages/(?!collect/)', pathNot: NOT_TESTS },
      to: { path: '^packages/collect/' },
    },
    {
      name: 'ways-of-reading-know-no-model',
      from: { path: '^packages/devices/src/reads/', pathNot: NOT_TESTS },
      to: { path: '^packages/devices/src/(?!reads/)' },
    },
    {
      name: 'contract-imports-domain-and-zod-only',
      from: { path: '^packages/contract/', pathNot: NOT_TESTS },
      to: { pathNot: '^packages/(contract|domain)/|node_modules/zod/' },
    },
    {
      name: 'packages-never-import-apps',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-meet-only-over-the-wire',
      from: { path: '^apps/([^/]+)/', pathNot: NOT_TESTS },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'rooms-know-no-http',
      from: { path: `^${SERVER}/(?!http/)[^/]+/`, pathNot: [NOT_TESTS, `^${SERVER}/testing/`] },
      to: { path: `^${SERVER}/http/|node_modules/fastify/` },
    },
    {
      name: 'the-database-knows-no-room',
      from: { path: `^${SERVER}/platform/db/`, pathNot: NOT_TESTS },
      to: { path: `^${SERVER}/`, pathNot: `^${SERVER}/platform/db/` },
    },
    {
      name: 'a-room-is-entered-through-its-door',
      comment: 'From outside, only the file named like its folder (telemetry/telemetry.ts).',
      from: { path: `^${SERVER}/([^/]+/[^/]+|[^/]+)`, pathNot: [NOT_TESTS, `^${SERVER}/intake/ingest/`] },
      to: { path: rooms, pathNot: [`^${SERVER}/$1/`, `^${SERVER}/[^/]+/([^/]+)/\\1\\.ts$`, READER] },
    },
    {
      name: 'files-are-read-in-a-process-of-their-own',
      comment: 'What people send is opened in `*.reader.ts` alone, which the server itself never loads.',
      from: { path: `^${SERVER}/`, pathNot: [NOT_TESTS, READER, ...packers] },
      to: { path: FILE_LIBRARIES, typesToo: false },
    },
    {
      name: 'readers-run-in-their-process-alone',
      from: { path: '^apps/', pathNot: [NOT_TESTS, READER, `^${SERVER}/file-reader-child\\.ts$`] },
      to: { path: READER, typesToo: false },
    },
    {
      name: 'ingest-enters-rooms-through-their-door',
      comment: 'But for loggers: both write who sent what in one transaction, and share what they believe of a logger.',
      from: { path: `^${SERVER}/intake/ingest/`, pathNot: NOT_TESTS },
      to: {
        path: rooms,
        pathNot: [`^${SERVER}/(?:intake/ingest|fleet/loggers)/`, `^${SERVER}/[^/]+/([^/]+)/\\1\\.ts$`],
      },
    },
    {
      name: 'a-wire-stays-in-its-folder',
      comment:
        'Only ingest/solarman knows Solarman V5: the rest stores arrivals of any wire, and asks devices over a line.',
      from: { path: `^${SERVER}/`, pathNot: [NOT_TESTS, `^${SERVER}/intake/ingest/solarman/`] },
      to: { path: '^packages/wires/src/solarman-v5/' },
    },
    {
      name: 'the-contract-stays-in-http-and-api',
      from: {
        path: '^(apps|packages)/',
        pathNot: [NOT_TESTS, '^packages/contract/', `^${SERVER}/http/`, ...wireSpeakers],
      },
      to: { path: '^packages/contract/' },
    },
    {
      name: 'the-page-imports-no-zod',
      comment: 'Of the contract it loads the codecs alone, which load none either.',
      from: { path: '^apps/web/src/', pathNot: NOT_TESTS },
      to: { path: 'node_modules/zod/|^packages/contract/src/(?!codecs/)', typesToo: false },
    },
    {
      name: 'codecs-import-no-zod',
      from: { path: '^packages/contract/src/codecs/', pathNot: NOT_TESTS },
      to: { path: 'node_modules/zod/|^packages/contract/src/(?!codecs/)', typesToo: false },
    },
    {
      name: 'a-feature-never-imports-another',
      from: { path: '^apps/web/src/features/([^/]+/[^/]+)/', pathNot: NOT_TESTS },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    ...quarterRules,
    ...webLayerRules,
    {
      name: 'nobody-imports-tools-or-tests',
      from: { path: '^(packages|apps)/', pathNot: NOT_TESTS },
      to: { path: '^(tools|e2e)/|\\.test\\.tsx?$' },
    },
  ]
}
