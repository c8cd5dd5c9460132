import { expect, it } from 'vitest'
import { fuzzReaders } from './testing/fuzz-readers.ts'

it('reads or refuses whatever is wrong with a file', { timeout: 180_000 }, async () => {
  const fuzzed = await fuzzReaders({ count: 50, seed: 1 })
  expect(fuzzed.flatMap(({ name, faults }) => faults.map((fault) => `${name}, ${fault}`))).toEqual([])
  for (const { name, read, refused, ended } of fuzzed) {
    expect([name, read + refused + ended]).toEqual([name, 50])
    // Else the files were broken so that no reader came to its work.
    if (name !== 'gif') expect([name, read > 0, refused > 0]).toEqual([name, true, true])
  }
})
