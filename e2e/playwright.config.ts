import { defineConfig } from '@playwright/test'

/** Journeys against the real server, the real simulator over real sockets, and a real browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  // A file has a server of its own or shares the demo; a journey waits for the browser and the server in turns.
  fullyParallel: false,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  // A busy machine takes three times as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    // Recording costs a third of the time: on the second try, or with `npm run e2e -- --trace on <file>`.
    trace: 'on-first-retry',
    // Endless animations keep a software renderer busy; the journeys of the demo's plant page let them run.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        // A host name that is not a secure context (sealed.spec.ts).
        '--host-resolver-rules=MAP pv.example.org 127.0.0.1',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
