import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { firstCalls } from './src/api/first-calls.ts'

type Built = Readonly<{
  type: string
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

/** The script of the documents, in one piece. */
async function buildEarlyStart(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      write: false,
      rolldownOptions: { input: toPath('early-start.ts'), output: { format: 'iife', codeSplitting: false } },
    },
  })
  const [file] = Array.isArray(built) ? built : [built]
  if (file === undefined || !('output' in file) || file.output[0].type !== 'chunk') throw new Error('No early start')
  return file.output[0].code.trim()
}

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
        const script = await buildEarlyStart()
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
        this.emitFile({ type: 'asset', fileName: 'first-calls.json', source: JSON.stringify(firstCalls) })
        for (const [name, roots] of Object.entries(screens)) {
          const tags = filesOf(files, roots)
            .filter((file) => !html.includes(`/${file}"`))
            .map(tagOf)
          const source = toHtml(name).replace('</head>', `  ${tags.join('\n    ')}\n  </head>`)
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
      },
    },
  }
}
