/** The page says plants, loggers and devices; the wire's words for them, and its names of fields, stay in apps/web/src/api. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const rule = { name: 'wire-words-stay-in-api', severity: 'error' }

const PAGE = 'apps/web/src/'
const translators = `${PAGE}api/`
const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file)

/** The parts of the contract whose fields are called otherwise in the page. */
const contractParts = ['packages/contract/src/maintain-s', 'packages/contract/src/device-s']
/** Words that are always the wire's: its plants and loggers (constants of the domain are upper case), and its addresses. */
const words = /[Ss]tation|[Cc]ollector|[Gg]ateway|maintain-s|device-s\//

/** Fields that are called the same here. A new field of the contract is the wire's until it is translated or listed. */
const shared = new Set([
  'byStatus',
  'capacityFrom',
  'clearSky',
  'clockShiftMinutes',
  'coalKgPerKwh',
  'countedTo',
  'createdAt',
  'dateTime',
  'dayCount',
  'deletedBy',
  'expiresAt',
  'fileName',
  'firstUnreadLine',
  'foreignPeer',
  'heartbeatS',
  'importId',
  'intervalMinutes',
  'intervalS',
  'invitationId',
  'isExpired',
  'isMine',
  'isOwner',
  'isSelf',
  'knownDays',
  'lastData',
  'lastSeen',
  'lastYear',
  'leftOutRows',
  'localAddress',
  'loggerAddresses',
  'loggerPort',
  'organizationId',
  'plantName',
  'requestedAt',
  'rowCount',
  'sizeBytes',
  'smartLoad',
  'stepS',
  'sunUp',
  'tagId',
  'tagIds',
  'timeColumn',
  'clockColumn',
  'endColumn',
  'offsetColumn',
  'nameColumn',
  'headLine',
  'timeFormat',
  'treesPerKwh',
  'undecodedKinds',
  'unreadRows',
  'userId',
  'waitingRecords',
])
/** Our own calls carry their unit in the name; the specification's fields do not. */
const isOurs = (name) => /(Ms|W|Wh|Wp|V|C|Deg|Percent)$/.test(name)

const listSources = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !isTest(file))

/** The words of the field, in code: what they name is no dialect. */
function readWords(root) {
  const code = listSources(root, 'packages/domain/src')
    .map((file) => readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))
    .join('\n')
  return new Set([...code.matchAll(/\w+/g)].map(([name]) => name))
}

/** Compound names only: `name`, `status` and their like are anybody's. */
function readFields(root) {
  const text = contractParts
    .flatMap((folder) => listSources(root, folder))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const fields = [...text.matchAll(/(?:^|[{,(])\s*([a-z]+[A-Z]\w*)(?=:|,$)/gm)].map(([, name]) => name)
  const words = readWords(root)
  return new Set(fields.filter((name) => !shared.has(name) && !isOurs(name) && !words.has(name)))
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
