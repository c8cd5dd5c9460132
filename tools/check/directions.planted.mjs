/** A small repository for directions.mjs. */
import { quarters, webLayers } from './directions.config.mjs'

const manifest = (name) => JSON.stringify({ name, type: 'module', exports: { './*': './src/*' } })
const anImport = (from) => `export * from '${from}'\n`
const aTypeImport = (from) => `import type { T } from '${from}'\nexport type U = T\n`
const LEAF = 'export const leaf = 1\nexport type T = 1\n'

const fileLibraries = ['sharp', 'fflate', 'yauzl', 'papaparse', 'htmlparser2', 'zxing-wasm', 'read-excel-file']

/** Breaks no rule. */
export const innocent = {
  'package.json': JSON.stringify({ private: true, workspaces: ['packages/*', 'apps/*'] }),
  'packages/contract/package.json': manifest('@heliograph/contract'),
  'apps/server/src/file-reader-child.ts': anImport('./platform/pictures/picture.reader.ts'),
  'apps/server/src/platform/pictures/picture.reader.ts': anImport('sharp'),
  'apps/server/src/platform/pictures/pictures.ts': aTypeImport('./picture.reader.ts'),
  'apps/server/src/platform/pictures/picture.reader.test.ts': anImport('./picture.reader.ts'),
  'apps/server/src/platform/file-jobs/zip-stream.ts': anImport('fflate'),
  'apps/server/src/fleet/plants/layout.reader.ts': anImport('../../platform/pictures/picture.reader.ts'),
  'packages/domain/src/word.ts': 'export const deviceId = 1\n',
  'packages/solar/src/sun.ts': LEAF,
  'packages/devices/src/frame.ts': `${anImport('../../domain/src/word.ts')}${anImport('../../wires/src/solarman-v5/ack.ts')}`,
  'packages/wires/src/solarman-v5/ack.ts': anImport('../../../domain/src/word.ts'),
  'packages/contract/src/calls.ts': `${anImport('../../domain/src/word.ts')}${anImport('zod')}`,
  'apps/server/src/server.ts': `${anImport('./fleet/plants/plants.ts')}${anImport('./http/app.ts')}`,
  'apps/server/src/http/app.ts': `${anImport('fastify')}${anImport('../../../../packages/contract/src/calls.ts')}`,
  'apps/server/src/platform/db/database.ts': LEAF,
  'apps/server/src/fleet/plants/plants.ts': `${anImport('./inner.ts')}${anImport('../telemetry/telemetry.ts')}`,
  'apps/server/src/fleet/plants/inner.ts': anImport('../../platform/db/database.ts'),
  'apps/server/src/fleet/telemetry/telemetry.ts': anImport('./inner.ts'),
  'apps/server/src/fleet/telemetry/inner.ts': LEAF,
  'apps/server/src/fleet/telemetry/inner.test.ts': anImport('../plants/inner.ts'),
  'apps/server/src/fleet/loggers/inner.ts': LEAF,
  'apps/server/src/intake/ingest/ingest.ts': anImport('../../fleet/loggers/inner.ts'),
  'apps/server/src/intake/ingest/solarman/session.ts': anImport(
    '../../../../../../packages/wires/src/solarman-v5/ack.ts',
  ),
  'apps/simulator/src/main.ts': anImport('../../../packages/devices/src/frame.ts'),
  'apps/simulator/src/platform.ts': anImport('../../../packages/contract/src/calls.ts'),
  'apps/web/src/ui/button.tsx': LEAF,
  'packages/contract/src/maintain-s/station.ts': 'export const station = {\n  aWireField: 1,\n  deviceId: 2,\n}\n',
  'packages/contract/src/codecs/plant.ts':
    "const fields = {\n  id: 'id',\n  pvW: 'aWirePower',\n}\nexport const read = (wire) => wire[fields.pvW]\n",
  'packages/contract/src/device-s/device.ts': LEAF,
  'apps/web/src/api/call.ts': aTypeImport('../../../../packages/contract/src/calls.ts'),
  'apps/web/src/api/plants.ts':
    'export const toPlant = (station) => ({ ours: station.aWireField, deviceId: station.deviceId })\n',
  'apps/web/src/features/public/login/logger.ts': "export const deviceId = 'COLLECTOR'\n",
  'apps/web/src/features/public/login/words.test.ts': "export const station = 'POST /maintain-s/station'\n",
  'apps/web/src/features/public/login/login-page.tsx': anImport('../../../ui/button.tsx'),
  'apps/web/src/features/public/logout/logout-page.tsx': LEAF,
  'apps/web/src/shell/frame.tsx': LEAF,
  'tools/tool.ts': LEAF,
}

const webLayerPlants = Object.fromEntries(
  webLayers.map((layer) => [
    `web-${layer}-imports-lower-folders-only`,
    [{ [`apps/web/src/${layer}/planted-layer.ts`]: anImport('../shell/frame.tsx') }],
  ]),
)

/** Each quarter imports the main file, which is above all, and the quarter beside it where there is one. */
const quarterPlants = Object.fromEntries(
  quarters.flatMap((level) =>
    level.map((quarter) => {
      const beside = level.filter((other) => other !== quarter)
      return [
        `${quarter}-imports-lower-quarters-only`,
        [
          { [`apps/server/src/${quarter}/planted-up.ts`]: anImport('../server.ts') },
          ...beside.map((other) => ({
            [`apps/server/src/${quarter}/planted-beside.ts`]: anImport(`../${other}/leaf.ts`),
            [`apps/server/src/${other}/leaf.ts`]: LEAF,
          })),
        ],
      ]
    }),
  ),
)

/** For each rule the file sets that break it; the check must find the first file of each set. */
export const planted = {
  'no-cycles': [
    {
      'packages/domain/src/round.ts': anImport('./trip.ts'),
      'packages/domain/src/trip.ts': anImport('./round.ts'),
    },
    {
      'packages/domain/src/type-round.ts': aTypeImport('./type-trip.ts'),
      'packages/domain/src/type-trip.ts': aTypeImport('./type-round.ts'),
    },
  ],
  'an-import-names-its-file': [
    { 'apps/server/src/fleet/plants/planted-folder.ts': anImport('../telemetry') },
    { 'apps/web/src/ui/planted-name.ts': "export const load = () => import('./button')\n" },
    { 'apps/simulator/src/planted-package.ts': anImport('@heliograph/contract/call.ts') },
  ],
  'domain-and-solar-import-nothing': [
    { 'packages/domain/src/planted.ts': anImport('../../solar/src/sun.ts') },
    { 'packages/solar/src/planted.ts': anImport('zod') },
  ],
  'wires-import-domain-only': [{ 'packages/wires/src/planted.ts': anImport('../../devices/src/frame.ts') }],
  'devices-import-wires-and-domain-only': [{ 'packages/devices/src/planted.ts': anImport('../../solar/src/sun.ts') }],
  'collect-imports-devices-wires-and-domain-only': [
    { 'packages/collect/src/planted.ts': anImport('../../solar/src/sun.ts') },
    { 'packages/collect/src/planted-file.ts': anImport('node:fs') },
  ],
  'the-lower-packages-know-no-collect': [
    {
      'packages/devices/src/planted-up.ts': anImport('../../collect/src/way.ts'),
      'packages/collect/src/way.ts': anImport('node:net'),
    },
  ],
  'ways-of-reading-know-no-model': [
    {
      'packages/devices/src/reads/planted.ts': aTypeImport('../catalog/model.ts'),
      'packages/devices/src/catalog/model.ts': anImport('../reads/register.ts'),
      'packages/devices/src/reads/register.ts': LEAF,
    },
  ],
  'contract-imports-domain-and-zod-only': [
    { 'packages/contract/src/planted.ts': anImport('../../devices/src/frame.ts') },
  ],
  'packages-never-import-apps': [
    { 'packages/i18n/src/planted.ts': anImport('../../../apps/web/src/ui/button.tsx') },
    { 'packages/i18n/src/planted.test.ts': aTypeImport('../../../apps/web/src/ui/button.tsx') },
  ],
  'apps-meet-only-over-the-wire': [
    { 'apps/simulator/src/planted.ts': anImport('../../server/src/fleet/telemetry/telemetry.ts') },
  ],
  'rooms-know-no-http': [
    { 'apps/server/src/fleet/plants/planted.ts': aTypeImport('../../http/app.ts') },
    { 'apps/server/src/insight/a-new-room/planted.ts': anImport('fastify') },
    { 'apps/server/src/platform/db/planted.ts': anImport('fastify') },
  ],
  'the-database-knows-no-room': [
    { 'apps/server/src/platform/db/planted-room.ts': anImport('../../fleet/telemetry/telemetry.ts') },
  ],
  'a-room-is-entered-through-its-door': [
    { 'apps/server/src/fleet/plants/planted-door.ts': anImport('../telemetry/inner.ts') },
    { 'apps/server/src/fleet/telemetry/planted.ts': aTypeImport('../loggers/inner.ts') },
    {
      'apps/server/src/http/routes/planted.ts': anImport('../../insight/a-newer-room/inner.ts'),
      'apps/server/src/insight/a-newer-room/inner.ts': LEAF,
    },
  ],
  'files-are-read-in-a-process-of-their-own': [
    ...fileLibraries.map((name) => ({
      [`apps/server/src/fleet/plants/planted-${name}.ts`]: anImport(name),
    })),
    { 'apps/server/src/server-planted.ts': "export const load = () => import('sharp')\n" },
  ],
  'readers-run-in-their-process-alone': [
    { 'apps/server/src/fleet/plants/planted-reader.ts': anImport('../../platform/pictures/picture.reader.ts') },
    { 'apps/server/src/platform/pictures/planted-own-reader.ts': anImport('./picture.reader.ts') },
    { 'apps/simulator/src/planted-reader.ts': anImport('../../server/src/platform/pictures/picture.reader.ts') },
  ],
  'ingest-enters-rooms-through-their-door': [
    { 'apps/server/src/intake/ingest/planted.ts': anImport('../../fleet/telemetry/inner.ts') },
  ],
  'a-wire-stays-in-its-folder': [
    {
      'apps/server/src/intake/ingest/planted-wire.ts': anImport('../../../../../packages/wires/src/solarman-v5/ack.ts'),
    },
    {
      'apps/server/src/intake/commands/planted-wire.ts': anImport(
        '../../../../../packages/wires/src/solarman-v5/ack.ts',
      ),
    },
  ],
  'the-contract-stays-in-http-and-api': [
    { 'apps/server/src/fleet/plants/planted-wire.ts': aTypeImport('../../../../../packages/contract/src/calls.ts') },
    { 'apps/web/src/ui/planted-wire.ts': aTypeImport('../../../../packages/contract/src/calls.ts') },
    { 'apps/web/src/ui/planted-wire-name.ts': aTypeImport('@heliograph/contract/calls.ts') },
    { 'apps/web/src/ui/planted-wire-type.ts': "export type T = import('@heliograph/contract/calls.ts').T\n" },
    {
      'apps/web/src/features/public/logout/planted-wire.ts': aTypeImport(
        '../../../../../../packages/contract/src/calls.ts',
      ),
    },
  ],
  'wire-words-stay-in-api': [
    { 'apps/web/src/features/public/login/planted-word.ts': 'export const readStation = 1\n' },
    { 'apps/web/src/plant/planted-address.ts': "export const address = '/maintain-s/plant'\n" },
    { 'apps/web/src/shell/planted-field.ts': 'export const sum = (row) => row.aWireField\n' },
  ],
  'codecs-translate-alone': [
    { 'apps/web/src/api/planted-reading.ts': 'export const toPower = (wire) => ({ pvW: wire.aWirePower })\n' },
    { 'apps/simulator/src/planted-body.ts': 'export const toBody = (pvW) => ({ aWirePower: pvW })\n' },
  ],
  'bare-sql-stays-where-adr-12-says': [
    { 'apps/server/src/insight/weather/planted-sql.ts': "export const read = (pool) => pool.query('select 1')\n" },
    {
      'docs/adr/0012-kysely-and-bare-sql.md':
        'Bare SQL is for:\n- `fleet/telemetry/inner.ts`.\n\n`tools/check/bare-sql.mjs`\n',
    },
  ],
  'the-page-imports-no-zod': [
    {
      'apps/web/src/features/public/login/planted-call.ts': anImport(
        '../../../../../../packages/contract/src/calls.ts',
      ),
    },
    { 'apps/web/src/features/public/login/planted-zod.ts': anImport('zod') },
  ],
  'codecs-import-no-zod': [
    { 'packages/contract/src/codecs/planted-zod.ts': anImport('zod') },
    { 'packages/contract/src/codecs/planted-call.ts': anImport('../calls.ts') },
  ],
  'a-feature-never-imports-another': [
    { 'apps/web/src/features/public/login/planted.ts': anImport('../logout/logout-page.tsx') },
  ],
  ...quarterPlants,
  ...webLayerPlants,
  'nobody-imports-tools-or-tests': [
    { 'apps/simulator/src/planted-tool.ts': anImport('../../../tools/tool.ts') },
    { 'apps/server/src/fleet/plants/planted-test.ts': anImport('../telemetry/inner.test.ts') },
  ],
}
