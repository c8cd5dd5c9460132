import type { FastifyInstance } from 'fastify'

/**
 * A reply that is sent while the server stops is the last one of its connection: kept open for the next call, it would
 * keep the server from ending for a minute.
 */
export function endWithLastReply(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
