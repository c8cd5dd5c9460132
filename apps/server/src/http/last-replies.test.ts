import { Agent, get } from 'node:http'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { endWithLastReply } from './last-replies.ts'

const defer = () => {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

it('a call that is answered while the server stops does not keep it', async () => {
  const app = fastify()
  endWithLastReply(app)
  const { promise: asked, resolve: ask } = defer()
  const { promise: released, resolve: release } = defer()
  app.get('/', async () => {
    ask()
    await released
    return 'done'
  })
  const agent = new Agent({ keepAlive: true })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const status = new Promise((resolve) => {
    get(url, { agent }, (reply) => reply.resume().on('end', () => resolve(reply.statusCode)))
  })
  await asked
  const closed = app.close()
  // Idle connections are closed with the port; this one is not idle yet.
  while (app.server.listening) await new Promise(setImmediate)
  release()
  expect(await status).toBe(200)
  await closed
  agent.destroy()
})
