import { type Fuzzed, fuzzReaders } from '@heliograph/server/platform/file-reader/testing/fuzz-readers.ts'

/**
 * Broken files of each kind that people send, read as the server has them read.
 * @param options.count of each kind
 * @returns by kind how many were read, refused and ended; `faults` must be empty
 */
export function fuzzFiles(
  options: Readonly<{ count: number; seed: number; print: (line: string) => void }>,
): Promise<readonly Fuzzed[]> {
  const { count, seed, print } = options
  return fuzzReaders({
    count,
    seed,
    onKind: ({ name, read, refused, ended, faults, slowestMs }) => {
      print(`${name}: ${read} read, ${refused} refused, ${ended} ended, slowest ${Math.round(slowestMs)} ms`)
      for (const fault of faults) print(`  FAULT ${fault}`)
    },
  })
}
