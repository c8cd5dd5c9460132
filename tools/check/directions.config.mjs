/** The directions of docs/adr/0003: who may import whom. Proven to fail on planted violations by directions.mjs. */

export const options = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)(dist|node_modules)/' },
  tsPreCompilationDeps: true,
  tsConfig: { fileName: 'tsconfig.json' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
}

const notTests = '\\.test\\.tsx?$|/testing/|/fixtures/'

/** The folders of the page, lowest first: each imports only those before it, so that none of them can form a circle. */
const webLayers = [
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

export const ruleSet = {
  forbidden: [
    ...webLayerRules,
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
      from: {
        path: '^apps/server/src/(accounts|audit|branding|centres|db|devices|ingest|leaving|loggers|mail|one-time|organisations|plants|sealing|sharing|telemetry|third-party|verification)/',
        pathNot: notTests,
      },
      to: { path: '^apps/server/src/(http|families)/|node_modules/fastify/' },
    },
    {
      name: 'a-room-is-entered-through-its-door',
      comment: 'From outside, only the file named like its folder (telemetry/telemetry.ts).',
      severity: 'error',
      // The three rooms of a reading know each other well.
      from: { path: '^apps/server/src/([^/]+)', pathNot: `${notTests}|^apps/server/src/(telemetry|ingest|loggers)/` },
      to: {
        path: '^apps/server/src/(accounts|audit|branding|centres|devices|ingest|leaving|loggers|mail|one-time|organisations|plants|sealing|sharing|telemetry|third-party|verification)/',
        pathNot: ['^apps/server/src/$1/', '^apps/server/src/([^/]+)/\\1\\.ts$'],
      },
    },
    {
      name: 'contract-words-stay-in-families-and-web',
      severity: 'error',
      from: { path: '^apps/simulator/', pathNot: notTests },
      to: { path: '^apps/(server|web)/' },
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
    {
      name: 'nobody-imports-tools-or-tests',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: notTests },
      to: { path: '^(tools|e2e)/|\\.test\\.tsx?$' },
    },
  ],
}
