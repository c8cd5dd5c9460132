/**
 * What the page of each address adds to what every signed-in page loads: scripts and styles, brotli as the server sends
 * them. Parts that a page fetches later (dialogs, maps, charts on demand) and texts are not counted. Then how soon the
 * screens of a plant are drawn and answer a press on a slow processor; `-- --paints` measures that alone, `-- --paints
 * quality` of the addresses with this part.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { printPaints } from './tab-paints.part.ts'

type Chunk = Readonly<{ file: string; imports?: readonly string[]; css?: readonly string[] }>
type Manifest = Readonly<Record<string, Chunk>>

const ROUTES_FILE = 'src/signed-in-routes.tsx'
const text = ['src/first-screens.ts', ROUTES_FILE].map((file) => readFileSync(`apps/web/${file}`, 'utf8')).join('\n')

/** Module of each part by the name under which the routes use it. */
const parts = new Map(
  [...text.matchAll(/const (\w+) = (?:lazyPart|firstScreen)\(\s*\(\) => import\('\.\/([^']+)'\)/g)].map(
    ([, name = '', module = '']) => [name, `src/${module}`] as const,
  ),
)
/** `const Photos = () => (... <PhotosPage /> ...)`. */
const inside = new Map(
  [...text.matchAll(/const (\w+) = \(\) => \(\n([\s\S]*?)\n\)/g)].map(
    ([, name = '', body = '']) => [name, /<(\w+Page) \/>/.exec(body)?.[1] ?? ''] as const,
  ),
)
const routes = [...text.matchAll(/path="([^"]+)"\s+element={(?:\s*<LaterTexts[^>]*>\s*)?<(\w+)/g)].flatMap(
  ([, path = '', name = '']) => {
    const module = parts.get(name) ?? parts.get(inside.get(name) ?? '')
    return module === undefined ? [] : [{ path: path.startsWith('/') ? path : `/account/settings/${path}`, module }]
  },
)

function printSizes(): void {
  const outDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-routes-'))
  try {
    const built = spawnSync(
      join(process.cwd(), 'node_modules/.bin/vite'),
      ['build', '--manifest', '--outDir', outDir, '--logLevel', 'error'],
      { cwd: 'apps/web', stdio: 'inherit' },
    )
    if (built.status !== 0) throw new Error('The page could not be built')
    const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
    const sizes = new Map<string, number>()
    const sizeOf = (file: string): number => {
      const known = sizes.get(file) ?? brotliCompressSync(readFileSync(join(outDir, file))).length
      sizes.set(file, known)
      return known
    }
    const filesOf = (key: string, found = new Set<string>(), seen = new Set<string>()): ReadonlySet<string> => {
      const chunk = manifest[key]
      if (chunk === undefined) throw new Error(`No chunk of ${key}`)
      if (seen.has(key)) return found
      seen.add(key)
      for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
      for (const one of chunk.imports ?? []) filesOf(one, found, seen)
      return found
    }
    const sum = (files: Iterable<string>): number => [...files].reduce((all, file) => all + sizeOf(file), 0)
    const kb = (bytes: number): string => (bytes / 1000).toFixed(1)
    const base = new Set([...filesOf('index.html'), ...filesOf(ROUTES_FILE)])
    console.log(`every signed-in page: ${kb(sum(base))} kB in ${base.size} files\n`)
    console.log('| address | adds, kB | files |\n|---|---|---|')
    for (const { path, module } of routes) {
      const own = [...filesOf(module)].filter((file) => !base.has(file))
      console.log(`| ${path} | ${kb(sum(own))} | ${own.length} |`)
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

const paintsAt = process.argv.indexOf('--paints')
if (paintsAt < 0) printSizes()
await printPaints(process.argv[paintsAt + 1 || process.argv.length] ?? '')
