import { type DestinationStream, type Logger, pino } from 'pino'

/** Wherever a log line carries one of these, it is blanked. */
const secrets = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'access_token', 'secret']
const quote = (name: string): string => (name.includes('-') ? `["${name}"]` : `.${name}`)
const paths = secrets.flatMap((name) => {
  const at = quote(name)
  return [at.replace(/^\./, ''), `*${at}`, `*.headers${at}`, `headers${at}`]
})

/** The page takes a token from its address (specification, section 2); a log must not keep it. */
export const hideTokens = (url: string): string => url.replace(/([?&](?:token|access_token|password)=)[^&#]*/gi, '$1-')

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, redact: { paths, censor: '-' } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
