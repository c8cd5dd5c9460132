import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  delete document.documentElement.dataset.base
  vi.resetModules()
})

const load = async (base?: string) => {
  if (base !== undefined) document.documentElement.dataset.base = base
  vi.resetModules()
  return await import('./base-path.ts')
}

describe('the path under which a proxy shows the server', () => {
  it('is empty at the root of a host', async () => {
    const { atBase, ownPath } = await load()
    expect([atBase('/a/b'), ownPath('/plant')]).toEqual(['/a/b', '/plant'])
  })

  it('begins every address, and is no part of our own paths', async () => {
    const { atBase, ownPath, serverAddress } = await load('/apps/solar')
    expect(atBase('/plant?id=1')).toBe('/apps/solar/plant?id=1')
    expect(ownPath('/apps/solar/plant')).toBe('/plant')
    expect(ownPath('/apps/solar')).toBe('/')
    expect(ownPath('/apps/solarium')).toBe('/apps/solarium')
    expect(serverAddress()).toBe(`${window.location.origin}/apps/solar`)
  })
})
