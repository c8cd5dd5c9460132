import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { CERT, KEY } from '@heliograph/wires/testing/self-signed.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { explainTls, readDatabaseUrl } from './database-url.ts'

const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'heliograph-tls-'))
const ca = join(folder, 'ca.pem')
const servers: Server[] = []
beforeAll(() => writeFileSync(ca, CERT))
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Answers the request for TLS as PostgreSQL does, and hangs up when it comes to more. */
async function startFake(answer: 'N' | 'S'): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(answer)
      if (answer === 'N') return
      const secure = new TLSSocket(socket, { isServer: true, key: KEY, cert: CERT })
      secure.on('error', () => {})
      secure.once('data', () => secure.destroy())
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return (server.address() as AddressInfo).port
}
const failureOf = (port: number, query: string): Promise<string> =>
  openDatabase({ url: `postgres://me:s3cret@localhost:${port}/solar?${query}`, poolSize: 1, log, waitMs: 0 }).then(
    () => 'opened',
    (error: Error) => error.message,
  )

describe('the meaning of sslmode', () => {
  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    '%s is verified TLS, without output on stderr',
    async (mode) => {
      const warn = vi.spyOn(process, 'emitWarning')
      const failure = await failureOf(await startFake('N'), `sslmode=${mode}`)
      expect(failure).toMatch(
        /^DATABASE_URL asks for TLS \(sslmode\), but postgres:\/\/me@localhost.* offers none: turn TLS on/,
      )
      expect(failure).not.toContain('s3cret')
      expect(warn).not.toHaveBeenCalled()
      warn.mockRestore()
    },
  )

  it('an untrusted certificate is refused with the way to trust its issuer', async () => {
    const port = await startFake('S')
    expect(await failureOf(port, 'sslmode=prefer')).toMatch(
      /^The certificate of .* could not be verified \(self.signed.*sslrootcert=/,
    )
    expect(await failureOf(port, `sslmode=verify-full&sslrootcert=${ca}`)).not.toMatch(/certificate/)
    expect(await failureOf(port, 'sslmode=no-verify')).not.toMatch(/certificate/)
  })

  it('a missing file is named', () => {
    expect(() => readDatabaseUrl('postgres://h/d?sslmode=verify-full&sslrootcert=/no/such.pem')).toThrow('/no/such.pem')
  })

  it('a server that requires TLS is reported as such', () => {
    const message = 'no pg_hba.conf entry for host "10.0.0.5", user "me", database "solar", no encryption'
    const error = Object.assign(new Error(message), { code: '28000' })
    expect(explainTls(error, 'postgres://db/solar')).toMatch(
      /^postgres:\/\/db\/solar admits this account only over TLS/,
    )
    expect(explainTls(Object.assign(new Error('password wrong'), { code: '28P01' }), 'x')).toBeUndefined()
  })

  it('leaves every other URL as it is', () => {
    for (const url of [
      'postgres://h/d',
      'postgres://h/d?sslmode=disable',
      'postgres://h/d?sslmode=require&uselibpqcompat=true',
    ])
      expect(readDatabaseUrl(url)).toBe(url)
    expect(() => readDatabaseUrl('mysql://h/d')).toThrow('must begin with postgres')
  })
})
