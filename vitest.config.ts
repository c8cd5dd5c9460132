import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { textsPlugin } from './apps/web/texts-plugin.ts'
import './tools/run/link-workspaces.mjs'

const setupFiles = ['tools/run/property-seed.ts']

/** On a cluster (`npm run prove citus`) each file spreads a database first. */
const slowness = process.env.HELIOGRAPH_TEST_CITUS ? 5 : 1

export default defineConfig({
  test: {
    // Room tests wait for PostgreSQL half of the time: two workers even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          include: ['packages/*/src/**/*.test.ts', 'apps/{edge,simulator}/src/**/*.test.ts'],
          environment: 'node',
          // Drawn cases take a second on an idle machine and several times that beside other work.
          testTimeout: 60_000,
          // Pure code: files share their imports, which halves the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          setupFiles,
          // Files of a worker share their imports, each has a database of its own: a quarter of the time.
          isolate: false,
          include: ['apps/server/src/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          testTimeout: 60_000 * slowness,
          // Sockets and a database answer in their own time: as with the journeys, CI tries a second time.
          retry: process.env.CI ? 1 : 0,
          hookTimeout: 60_000 * slowness,
        },
      },
      {
        // Routes name texts that come later.
        plugins: [textsPlugin()],
        test: {
          name: 'web',
          setupFiles: [...setupFiles, 'apps/web/src/testing/fresh-page.ts'],
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 60_000,
          // A page of its own for each file would take four times as long; each test cleans up after itself.
          isolate: false,
        },
      },
    ],
  },
})
