import react from '@vitejs/plugin-react'
import hoverMedia from 'postcss-hover-media-feature'
import { defineConfig } from 'vite'
import { buildAliases } from './build-aliases.ts'
import { createChunkGroups } from './chunk-groups.ts'
import { pageHintsPlugin } from './page-hints.ts'
import { textsPlugin } from './texts-plugin.ts'

/** First segments of the server's paths (packages/contract) and the prefixes of its data centers. */
const SERVER_PATHS =
  '^/(oauth2-s|user-s|auth-s|maintain-s|device-s|backyard-api-s|region-s|open-api|mdc-cn|mdc-eu|healthz|metrics)(/|$)'
const server = process.env.HELIOGRAPH_SERVER ?? 'http://localhost:8080'

export default defineConfig(({ command }) => ({
  // Parts find each other from where they are: the page may be shown below a path (server/http/base-path.ts).
  base: command === 'build' ? './' : '/',
  plugins: [react(), textsPlugin(), pageHintsPlugin()],
  resolve: {
    alias: command === 'build' ? buildAliases : [],
  },
  css: {
    modules: { localsConvention: 'camelCaseOnly' },
    // A finger leaves :hover behind: each press would be painted twice, and the look would stay until the next.
    postcss: { plugins: [hoverMedia()] },
  },
  server: { proxy: { [SERVER_PATHS]: { target: server, changeOrigin: false } } },
  build: {
    target: 'es2022',
    sourcemap: process.env.SOURCEMAP === '1',
    // Everything is a separate file: inlined data: pictures would need a looser content policy.
    assetsInlineLimit: 0,
    // Browsers of this target have preloading, and the documents name what they need (page-hints.ts).
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: createChunkGroups() },
      },
    },
  },
}))
