import { type DestinationStream, type Logger, pino, type SerializedError } from 'pino'

/** Values under these names are masked in every log line. */
const secrets = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'access_token', 'secret']
const quote = (name: string): string => (name.includes('-') ? `["${name}"]` : `.${name}`)
const paths = secrets.flatMap((name) => {
  const at = quote(name)
  return [at.replace(/^\./, ''), `*${at}`, `*.headers${at}`, `headers${at}`]
})

/**
 * The address of a request without what people put into it: tokens, serial numbers, names and places stand in paths and
 * queries. Of a call the ids are left, of other paths short words, of a query its names.
 * @param route of the call, with `:name` for each value; undefined: a file or a page of its own
 */
export function hideValues(url: string, route: string | undefined, params: unknown = {}): string {
  const [path = '', query] = url.split(/\?(.*)/s)
  const values = (params ?? {}) as Readonly<Record<string, unknown>>
  const shown =
    route === undefined
      ? path.split('/').map((part) => (/^[\w.-]{0,24}$/.test(part) && !/\d{6}/.test(part) ? part : '-'))
      : route.split('/').map((part) => (part.startsWith(':') ? showValue(part.slice(1), values[part.slice(1)]) : part))
  const names = (query ?? '').split('&').map((pair) => pair.split('=')[0] ?? '')
  const asked = names.filter((name) => /^[\w.-]{1,40}$/.test(name)).map((name) => `${name}=-`)
  return [shown.join('/'), asked.join('&')].filter((part) => part !== '').join('?')
}

/** An id is a number of this server. */
const showValue = (name: string, value: unknown): string =>
  /id$/i.test(name) && typeof value === 'string' && /^\d{1,9}$/.test(value) ? value : `{${name}}`

/**
 * Logs the error and its place. A library's extra fields (`detail`, `where`) repeat rows with people's input, so they
 * are left out.
 */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack, code } = pino.stdSerializers.err(error) as SerializedError & { code?: unknown }
  return { type, message, stack, ...(code === undefined ? {} : { code }) }
}

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, redact: { paths, censor: '-' }, serializers: { err: describe } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
