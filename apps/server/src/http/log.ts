import { type DestinationStream, type Logger, pino, type SerializedError } from 'pino'

/** Values under these names are masked in every log line. */
const secrets = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'access_token', 'secret']
const quote = (name: string): string => (name.includes('-') ? `["${name}"]` : `.${name}`)
const paths = secrets.flatMap((name) => {
  const at = quote(name)
  return [at.replace(/^\./, ''), `*${at}`, `*.headers${at}`, `headers${at}`]
})

/** The page may carry a token in its URL (specification, section 2); a log must not keep it. */
export const hideTokens = (url: string): string =>
  url.replace(
    /([?&](?:token|access_token|refresh_token|password|key|code|state|secret|ticket|challenge)=)[^&#]*/gi,
    '$1-',
  )

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
