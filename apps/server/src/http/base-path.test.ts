import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/app.ts'
import { basePathOf, findBasePath, withoutBase } from './base-path.ts'

const webDir = mkdtempSync(join(tmpdir(), 'heliograph-web-'))
const nowMs = Date.parse('2026-06-15T10:00:00Z')
const PAGE =
  '<!doctype html><html lang="en"><link rel="icon" href="/favicon.svg"><script src="/assets/a.js"></script></html>'
const apps: TestApp[] = []
let proxied: TestApp
let stranger: TestApp
let fixed: TestApp

beforeAll(async () => {
  writeFileSync(join(webDir, 'index.html'), PAGE)
  writeFileSync(join(webDir, 'offline.html'), PAGE)
  const open = async (deps: Parameters<typeof createTestApp>[1]) => {
    const app = await createTestApp(nowMs, { webDir, ...deps })
    apps.push(app)
    return app
  }
  proxied = await open({ trustedProxies: ['127.0.0.0/8'] })
  stranger = await open({ trustedProxies: ['10.0.0.0/8'] })
  fixed = await open({ publicUrl: 'https://home.example/apps/solar' })
})
afterAll(async () => {
  for (const app of apps) await app.close()
  rmSync(webDir, { recursive: true })
})

const get = (test: TestApp, url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url, headers })
const moved = (base: string) =>
  `<html data-base="${base}" lang="en"><link rel="icon" href="${base}/favicon.svg"><script src="${base}/assets/a.js">`

describe('a page below a path', () => {
  it.each(['x-forwarded-prefix', 'x-ingress-path'])('has its addresses there, as %s of a proxy says', async (name) => {
    for (const url of ['/', '/plant/infos/data?id=1', '/index.html', '/offline.html'])
      expect((await get(proxied, url, { [name]: '/api/hassio_ingress/a_b-c/' })).body).toContain(
        moved('/api/hassio_ingress/a_b-c'),
      )
    expect((await get(proxied, '/plant')).body).toBe(PAGE)
  })

  it('is believed of a trusted proxy alone, and only as a plain path', async () => {
    expect((await get(stranger, '/plant', { 'x-forwarded-prefix': '/solar' })).body).toBe(PAGE)
    for (const path of ['/a"b', '//evil.example', '/a/../b', 'solar', '/a<b', `/${'a'.repeat(101)}`, '/./a'])
      expect((await get(proxied, '/plant', { 'x-forwarded-prefix': path })).body).toBe(PAGE)
  })

  it('is that of PUBLIC_URL, whether the proxy takes it away or not', async () => {
    for (const url of ['/apps/solar', '/apps/solar/plant', '/plant'])
      expect((await get(fixed, url)).body).toContain(moved('/apps/solar'))
    expect((await get(fixed, '/apps/solar/user-s/acc/country-info')).statusCode).toBe(200)
    expect((await get(fixed, '/apps/solarium/user-s/acc/country-info')).statusCode).toBe(404)
  })

  it('is installed below it', async () => {
    const manifest = (await get(proxied, '/manifest.webmanifest', { 'x-forwarded-prefix': '/solar' })).json()
    expect(manifest).toMatchObject({ start_url: '/solar/plant', scope: '/solar/' })
    for (const { src } of manifest.icons) expect(src).toMatch(/^\/solar\//)
    expect((await get(proxied, '/manifest.webmanifest')).json()).toMatchObject({ start_url: '/plant', scope: '/' })
  })

  it('may be framed by the origin of Home Assistant, and by nobody else', async () => {
    const ingress = await get(proxied, '/plant', { 'x-ingress-path': '/api/hassio_ingress/x' })
    expect(ingress.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(ingress.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    for (const reply of [
      await get(proxied, '/plant'),
      await get(stranger, '/plant', { 'x-ingress-path': '/api/hassio_ingress/x' }),
    ]) {
      expect(reply.headers['x-frame-options']).toBe('DENY')
      expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })

  it('has the documentation of the calls below it', async () => {
    const { body } = await get(proxied, '/api-docs', { 'x-forwarded-prefix': '/solar' })
    expect(body).toContain('href="/solar/openapi.json"')
    expect(body).not.toMatch(/ (?:href|src)="\/(?!solar\/)/)
  })
})

describe('the path of PUBLIC_URL', () => {
  it('is read without its end, and refused with strange marks', () => {
    expect(basePathOf('https://x.example')).toBe('')
    expect(basePathOf('https://x.example/a/b//')).toBe('/a/b')
    expect(() => basePathOf('https://x.example/a%22b')).toThrow('PUBLIC_URL')
  })

  it('is taken off whole segments', () => {
    expect(['/a', '/a?b=1', '/a/c', '/ab', '/c'].map((url) => withoutBase(url, '/a'))).toEqual([
      '/',
      '/?b=1',
      '/c',
      '/ab',
      '/c',
    ])
  })

  it('gives way to what a proxy says', () => {
    const request = { headers: { 'x-forwarded-prefix': '/b' }, socket: { remoteAddress: '10.0.0.1' } } as never
    expect(findBasePath(request, '/a', () => true)).toBe('/b')
    expect(findBasePath(request, '/a', () => false)).toBe('/a')
  })
})
