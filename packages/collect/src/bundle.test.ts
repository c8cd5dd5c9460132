import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** Function codes that write: 5, 6, 15, 16, 22 and 23. */
const writers = /rtu-write|encodeWrite|writeRegister|WriteRequest/

it('the package holds no way to write a register', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [
      'packages/collect/src/ways.ts',
      'packages/collect/src/endpoint.ts',
      'packages/collect/src/store-window.ts',
    ],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    outdir: 'unused',
  })
  const inputs = Object.keys(metafile.inputs)
  expect(inputs.some((file) => file.endsWith('modbus/rtu.ts'))).toBe(true)
  expect(inputs.filter((file) => writers.test(file))).toEqual([])
  for (const { text } of outputFiles) expect(text.match(writers)).toBeNull()
})
