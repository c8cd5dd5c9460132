/** The page says plants, loggers and devices; the wire's words for them, and its names of fields, stay in apps/web/src/api. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const rule = { name: 'wire-words-stay-in-api', severity: 'error' }
export const translationRule = { name: 'codecs-translate-alone', severity: 'error' }

const PAGE = 'apps/web/src/'
const translators = `${PAGE}api/`
const CODECS = 'packages/contract/src/codecs'
const QUARTERS = ['platform', 'people', 'fleet', 'intake', 'insight', 'delivery', 'operator']
const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file)

/** The parts of the contract whose fields are called otherwise in the page. */
const contractParts = ['packages/contract/src/maintain-s', 'packages/contract/src/device-s']
/** Words that are always the wire's: its plants and loggers (constants of the domain are upper case), and its addresses. */
const words = /[Ss]tation|[Cc]ollector|[Gg]ateway|maintain-s|device-s\//

/** Fields that are called the same here. A new field of the contract is the wire's until it is translated or listed. */
const shared = new Set([
  'baseId',
  'createdAt',
  'dateTime',
  'dayCount',
  'deletedBy',
  'deviceName',
  'deviceType',
  'expiresAt',
  'failedConnections',
  'firstSeen',
  'foreignPeer',
  'importId',
  'isLowFirst',
  'judgedCount',
  'lastData',
  'lastSeen',
  'loggerAddresses',
  'loggerPort',
  'serialItem',
  'startedAt',
  'sunUp',
])
/** Our own calls carry their unit in the name; the specification's fields do not. */
const isOurs = (name) => /(Ms|S|H|W|Wh|Wp|V|C|Deg|Percent|Kw)$/.test(name)

const listSources = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !isTest(file))

/** Where our words are at home: what the code there names is no dialect. Rooms know neither http nor the contract. */
const homes = ['packages/domain/src', ...QUARTERS.map((quarter) => `apps/server/src/${quarter}`)]

function readWords(root) {
  const code = homes
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => listSources(root, folder))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'[^'\n]*'/gm, '')
  return new Set([...code.matchAll(/\w+/g)].map(([name]) => name))
}

/** Names that the browser has, too: of `Intl` and of the element `time`. */
const browsers = new Set(['dateTime', 'timeZone'])

/** The names that a codec translates: they are the wire's, whatever else is called so. */
function readTranslated(root) {
  const tables = listSources(root, CODECS).map((file) => readFileSync(join(root, file), 'utf8'))
  const rows = tables.flatMap((text) => [...text.matchAll(/^ {2}(\w+): \[?'([a-z]+[A-Z]\w*)'/gm)])
  return new Set(
    rows
      .filter(([, part, name]) => part !== name && !browsers.has(name) && !shared.has(name))
      .map(([, , name]) => name),
  )
}

/** Compound names only: `name`, `status` and their like are anybody's. */
function readFields(root) {
  const text = contractParts
    .flatMap((folder) => listSources(root, folder))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
    .replace(/^import [\s\S]*?(?= from )/gm, '')
  const fields = [...text.matchAll(/(?:^|[{,(])\s*([a-z]+[A-Z]\w*)(?=:|,$)/gm)].map(([, name]) => name)
  const words = readWords(root)
  const foreign = fields.filter((name) => !shared.has(name) && !isOurs(name) && !words.has(name))
  return new Set([...foreign, ...readTranslated(root)])
}

/** One violation for each wire word in each file of the page outside its translators. */
export function findWireWords(root) {
  const fields = readFields(root)
  return listSources(root, PAGE)
    .filter((file) => !file.startsWith(translators))
    .flatMap((from) => {
      const text = readFileSync(join(root, from), 'utf8')
      const named = new Set([...text.matchAll(/\w+/g)].map(([name]) => name))
      const found = [words.exec(text)?.[0], ...[...named].filter((name) => fields.has(name))]
      return found.filter(Boolean).map((to) => ({ rule, from, to }))
    })
}

/** Clients that still read resources without a codec. The list only becomes shorter. */
const untranslated = new Set([
  'apps/simulator/src/settle-plant.ts',
  'apps/web/src/api/audit.ts',
  'apps/web/src/api/finance.ts',
  'apps/web/src/api/shown-announcements.ts',
])

/** One violation for each name that a codec translates and a client of the contract translates again. */
export function findTranslations(root) {
  const names = readTranslated(root)
  return [`${PAGE}api`, 'apps/simulator/src']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => listSources(root, folder))
    .filter((file) => !untranslated.has(file))
    .flatMap((from) => {
      const text = readFileSync(join(root, from), 'utf8')
      const found = new Set([...text.matchAll(/(?<=\.|[{,]\s*)(\w+)/g)].map(([, name]) => name))
      return [...found].filter((name) => names.has(name)).map((to) => ({ rule: translationRule, from, to }))
    })
}
