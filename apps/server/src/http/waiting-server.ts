import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ErrorReply } from '@heliograph/contract/page.ts'
import { errorCatalog } from '@heliograph/domain/errors.ts'
import { languageCodes, pickLanguage } from '@heliograph/domain/languages.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import type { Log } from '../platform/db/log.ts'
import { isApiPath } from './paths.ts'
import { diskHeader } from './state-headers.ts'

const texts = await loadServerTexts('errors')

export type WaitingServer = Readonly<{ port: number; close: () => Promise<void> }>

/** Answers on the server's port while a full disk keeps its database from starting. */
export async function startWaitingServer(
  options: Readonly<{ host: string; port: number; log: Log }>,
): Promise<WaitingServer> {
  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  options.log.warn({ httpPort: port }, 'until the database can start, this port says that the disk is full')
  return {
    port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '/'
  const head = { 'cache-control': 'no-cache, no-store', 'retry-after': '15', ...diskHeader }
  const send = (status: number, type: string, body: string): void => {
    response.writeHead(status, { ...head, 'content-type': type })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const { no, status } = errorCatalog.UNAVAILABLE
  const reply: ErrorReply = {
    code: 'UNAVAILABLE',
    no,
    msg: 'the disk of the database is full',
    requestId: '',
    detail: { reason: 'diskFull' },
  }
  if (path.startsWith('/healthz')) send(200, 'application/json', JSON.stringify({ status: 'ok' }))
  else if (isApiPath(path)) send(status, 'application/json; charset=utf-8', JSON.stringify(reply))
  else send(status, 'text/html; charset=utf-8', toPage(request.headers['accept-language']))
}

/** Without the page's files, which know the way on only with a database. */
function toPage(accepted: string | undefined): string {
  const language = pickLanguage(undefined, accepted, languageCodes)
  const sentence = (texts[language] ?? texts.en)['transport.diskFull']
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="15"><title>…</title>
<body style="font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1rem"><p>${sentence}</p></html>
`
}
