import { expect, it } from 'vitest'
import { createForgetfulDisk } from '../testing/forgetful-disk.ts'
import { openAnchors } from './anchors.ts'
import type { BootClock } from './boot-clock.ts'

const SERVER_MS = Date.UTC(2026, 5, 1)

/** A machine whose wall clock may be wrong. */
function machine(boot: string, wallStartMs: number) {
  let upMs = 10_000
  let wallMs = wallStartMs
  const clock: BootClock = {
    boot,
    upMs: () => upMs,
    wallMs: () => wallMs,
    now: () => 5_000_000 + upMs,
    toUpMs: (atMs) => atMs - 5_000_000,
    after: () => () => {},
  }
  return {
    clock,
    wait: (ms: number) => {
      upMs += ms
      wallMs += ms
    },
    setWall: (ms: number) => {
      wallMs = ms
    },
  }
}

it('dates by the server what was read before the server was reached', async () => {
  const { clock, wait } = machine('a', 0)
  const anchors = await openAnchors(
    createForgetfulDisk(() => 0),
    clock,
  )
  const stamp = anchors.stamp(clock.now())
  expect(anchors.date(stamp)).toBeUndefined()
  wait(60_000)
  await anchors.note(SERVER_MS, clock.upMs())
  expect(anchors.date(stamp)).toEqual({ atMs: SERVER_MS - 60_000, isEstimated: false })
  expect(anchors.offsetMs()).toBe(60_000 - SERVER_MS)
})

it('dates a record the same at each try, whatever the server says later', async () => {
  const { clock, wait } = machine('a', 0)
  const disk = createForgetfulDisk(() => 0)
  const anchors = await openAnchors(disk, clock)
  const early = anchors.stamp(clock.now())
  await anchors.note(SERVER_MS, clock.upMs())
  const later = anchors.stamp(clock.now())
  const dated = [anchors.date(early), anchors.date(later)]
  wait(1_000)
  await anchors.note(SERVER_MS + 31_000, clock.upMs())
  expect([anchors.date(early), anchors.date(later)]).toEqual(dated)
  expect(anchors.date(anchors.stamp(clock.now()))?.atMs).toBe(SERVER_MS + 31_000)
  const again = await openAnchors(disk, machine('b', 0).clock)
  expect([again.date(early), again.date(later)]).toEqual(dated)
})

it('believes the last wall clock of a boot that never reached the server', async () => {
  const disk = createForgetfulDisk(() => 0)
  const first = machine('a', 0)
  const anchors = await openAnchors(disk, first.clock)
  await anchors.noteWall()
  const stamp = anchors.stamp(first.clock.now())
  first.wait(5_000)
  // The machine finds a time server, but not ours.
  first.setWall(SERVER_MS + 5_000)
  await anchors.noteWall()
  const next = await openAnchors(disk, machine('b', 0).clock)
  expect(next.date(stamp)).toEqual({ atMs: SERVER_MS, isEstimated: true })
})
