import { readFileSync } from 'node:fs'
import { languageCodes } from '@heliograph/domain/languages.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWaitingServer, type WaitingServer } from './waiting-server.ts'

let server: WaitingServer
const get = (path: string, language = 'en') =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { 'accept-language': language } })
beforeAll(async () => {
  server = await startWaitingServer({ host: '127.0.0.1', port: 0, log: pino({ level: 'silent' }) })
})
afterAll(() => server.close())

describe('a server whose database waits for space', () => {
  it('is alive, not ready, and says why to programs', async () => {
    expect((await get('/healthz')).status).toBe(200)
    for (const path of ['/readyz', '/maintain-s/station/search']) {
      const reply = await get(path)
      expect([reply.status, reply.headers.get('heliograph-disk')]).toEqual([503, 'full'])
      expect(await reply.json()).toMatchObject({ code: 'UNAVAILABLE', detail: { reason: 'diskFull' } })
    }
  })

  it.each(languageCodes)('shows people a page in %s', async (language) => {
    const reply = await get('/plant/infos/1/data', `${language}-XX,en;q=0.5`)
    expect(reply.status).toBe(503)
    const page = await reply.text()
    expect(page).toContain(`<html lang="${language}">`)
    const file = new URL(`../../../../packages/i18n/src/locales/${language}/errors.json`, import.meta.url)
    expect(page).toContain(JSON.parse(readFileSync(file, 'utf8'))['transport.diskFull'])
  })
})
