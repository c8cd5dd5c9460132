// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const web = new URL('../../', import.meta.url)

it('every icon that the manifest names is there in its size', () => {
  const manifest = JSON.parse(readFileSync(new URL('public/manifest.webmanifest', web), 'utf8'))
  const sized = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png')
  expect(sized.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable')
  for (const { src, sizes } of sized) {
    const png = readFileSync(new URL(`public${src}`, web))
    // Width and height stand in the header of a PNG.
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
})
