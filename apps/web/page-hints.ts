import { resolve } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { buildAliases } from './build-aliases.ts'
import { firstCalls } from './src/api/first-calls.ts'
import { textsPlugin } from './texts-plugin.ts'

type Built = Readonly<{
  type: string
  source?: string | Uint8Array
  fileName: string
  facadeModuleId?: string | null
  moduleIds?: readonly string[]
  imports?: readonly string[]
  viteMetadata?: Readonly<{ importedCss: ReadonlySet<string> }>
}>

const toPath = (file: string): string => resolve(import.meta.dirname, 'src', file)

const signedIn = toPath('signed-in-routes.tsx')
const fleet = toPath('features/fleet/fleet/fleet-page.tsx')
const plant = toPath('features/plant/plant-data/plant-data-page.tsx')

/** Chunks that the script would request after it ran (preload.ts), by the kind of address (domain/page-paths.ts). */
const screens: Readonly<Record<string, readonly string[]>> = {
  'sign-in': [toPath('features/public/login/login-page.tsx')],
  'signed-in': [signedIn],
  start: [signedIn, fleet, plant],
  fleet: [signedIn, fleet],
  plant: [signedIn, plant],
}

/** The server draws them (drawn/draw-screen.tsx). */
const drawn = ['sign-in', 'start', 'fleet', 'plant']
const isFirst = (call: string): boolean =>
  /\/(?:login-page|signed-in-routes|fleet-page|plant-data-page)\.tsx'/.test(call)

/** Every page needs it, and the style sheet would name it only when the first text is drawn. */
const FONT = /inter-latin-wght-normal.*\.woff2$/

/** The files of a chunk, what it imports first, as the bundler's own loader asks for them. */
function filesOf(bundle: Readonly<Record<string, Built>>, roots: readonly string[]): readonly string[] {
  const files = new Set<string>()
  const visit = (name: string): void => {
    const chunk = bundle[name]
    if (chunk === undefined || files.has(name)) return
    files.add(name)
    for (const text of chunk.imports ?? []) visit(text)
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
  }
  for (const root of roots) {
    const chunk = Object.values(bundle).find(({ moduleIds }) => moduleIds?.includes(root))
    if (chunk === undefined) throw new Error(`No file was built for ${root}`)
    visit(chunk.fileName)
  }
  return [...files]
}

/** A file and all that it imports, in one piece. */
async function buildPiece(config: InlineConfig): Promise<string> {
  const built = await build({ configFile: false, logLevel: 'warn', ...config })
  const [file] = Array.isArray(built) ? built : [built]
  if (file === undefined || !('output' in file) || file.output[0].type !== 'chunk')
    throw new Error('No piece was built')
  return file.output[0].code.trim()
}

/** A script of the documents. */
const buildScript = (file: string): Promise<string> =>
  buildPiece({
    build: {
      target: 'es2022',
      write: false,
      rolldownOptions: { input: toPath(file), output: { format: 'iife', codeSplitting: false } },
    },
  })

/** Parts that come later never come to a drawing, and what they are awaited for fails at once. */
const firstPartsOnly: Plugin = {
  name: 'heliograph-first-parts-only',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(toPath(''))
      ? code
          .replace(/await import\('[^']+'\)/g, (call) => (isFirst(call) ? call : 'await Promise.reject(new Error())'))
          .replace(/(?<!typeof )\bimport\('[^']+'\)/g, (call) =>
            isFirst(call) ? call : 'new Promise(() => undefined)',
          )
      : undefined,
}

/** The page as the server draws its first screens: one script, which no browser asks for. */
const buildDrawing = (): Promise<string> =>
  buildPiece({
    // Libraries mark what runs in a browser.
    logLevel: 'error',
    plugins: [firstPartsOnly, textsPlugin(true)],
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: buildAliases },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      minify: true,
      write: false,
      rolldownOptions: { input: toPath('drawn/draw-screen.tsx'), output: { format: 'iife', codeSplitting: false } },
    },
  })

/** The files with which a page begins, by language (texts-plugin.ts). */
function listTexts(bundle: Readonly<Record<string, Built>>, parts: readonly string[]): string {
  const byLanguage: Record<string, readonly string[]> = {}
  const fileOf = (id: string): string | undefined =>
    Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId === id)?.fileName
  for (const { facadeModuleId } of Object.values(bundle)) {
    const [, code] = /^\0virtual:texts\/([a-z]{2})$/.exec(facadeModuleId ?? '') ?? []
    if (code !== undefined) byLanguage[code] = parts.flatMap((part) => fileOf(`\0virtual:texts/${code}${part}`) ?? [])
  }
  return JSON.stringify(byLanguage)
}

const tagOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`

const ENTRY = /<script type="module" crossorigin src="\/([^"]+)"><\/script>/

/** A document whose first script is loaded at once and begun by the script that shows what the server drew. */
function showFirst(html: string, script: string): string {
  const [tag = '', entry] = ENTRY.exec(html) ?? []
  if (entry === undefined) throw new Error('The page was built without a script')
  return html
    .replace(tag, tagOf(entry))
    .replace('</body>', () => `  <script id="show-screen" data-entry="/${entry}">${script}</script>\n  </body>`)
}

const LINKED_SHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g

/** A document with its style sheets in it: what the server drew is shown as soon as it is there (drawn/show-screen.ts). */
const holdSheets = (html: string, bundle: Readonly<Record<string, Built>>): string =>
  html.replace(LINKED_SHEET, (_, file: string) => {
    const css = String(bundle[file]?.source ?? '')
    if (css === '' || css.includes('</')) throw new Error(`No style sheet to write into a document: ${file}`)
    // Addresses in a sheet are beside it.
    const moved = css.trim().replace(/url\((["']?)\.?\/?(?=[\w-]+\.woff2)/g, `url($1/assets/`)
    return `<style data-sheet="/${file}">${moved}</style>`
  })

/**
 * The document once more for each kind of first screen (`plant.html` beside `index.html`), with links to the files of that
 * screen: the browser loads them beside the first script, and not after it ran.
 */
export function pageHintsPlugin(): Plugin {
  return {
    name: 'heliograph-page-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The page was built without a document')
        const font = Object.keys(bundle).find((name) => FONT.test(name))
        const files = bundle as unknown as Readonly<Record<string, Built>>
        const [script, showing, drawing] = await Promise.all([
          buildScript('early-start.ts'),
          buildScript('drawn/show-screen.ts'),
          buildDrawing(),
        ])
        // Before the style sheets, for which a script after them would wait.
        const toHtml = (opens: string): string =>
          html.replace('</title>', () => {
            const texts = listTexts(files, opens === 'sign-in' ? [''] : ['', '/first'])
            return [
              '</title>',
              `<script data-texts='${texts}'>${script}</script>`,
              `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
            ].join('\n    ')
          })
        // Documents are opened at addresses of any depth: the server puts the path before theirs.
        const html = String(page.source).replace(/ (href|src)="\.\//g, ' $1="/')
        page.source = toHtml('')
        this.emitFile({ type: 'asset', fileName: 'draw-screen.js', source: drawing })
        this.emitFile({ type: 'asset', fileName: 'first-calls.json', source: JSON.stringify(firstCalls) })
        for (const [name, roots] of Object.entries(screens)) {
          const tags = filesOf(files, roots)
            .filter((file) => !html.includes(`/${file}"`))
            .map(tagOf)
          const linked = toHtml(name).replace('</head>', `  ${tags.join('\n    ')}\n  </head>`)
          const source = drawn.includes(name) ? showFirst(holdSheets(linked, files), showing) : linked
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
      },
    },
  }
}
