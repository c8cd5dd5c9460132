import { expect, it, vi } from 'vitest'

vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof import('@node-rs/argon2')>()
  return { ...library, hash: vi.fn(library.hash) }
})

it('a failed decoy hash is created on the next attempt and then kept', async () => {
  // Other tests of the worker have made a decoy already.
  vi.resetModules()
  const { hash } = await import('@node-rs/argon2')
  const { passwordMatches } = await import('./password-hash.ts')
  vi.mocked(hash).mockRejectedValueOnce(new Error('out of memory'))
  await expect(passwordMatches(null, 'guess')).rejects.toThrow('out of memory')
  expect(await passwordMatches(null, 'guess')).toBe(false)
  expect(await passwordMatches(undefined, 'no account has this password')).toBe(false)
  expect(hash).toHaveBeenCalledTimes(2)
})
