import { fileURLToPath } from 'node:url'

/** Modules that a built page has others for. */
export const buildAliases = [
  {
    // Texts are parsed at build time, so the parser stays out of the page.
    find: /^@formatjs\/icu-messageformat-parser$/,
    replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
  },
  {
    // Its package names the one with warnings for developers only.
    find: /^react-router$/,
    replacement: fileURLToPath(new URL('../production/index.mjs', import.meta.resolve('react-router'))),
  },
]
