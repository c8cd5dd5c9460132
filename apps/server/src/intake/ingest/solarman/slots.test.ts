import { expect, test } from 'vitest'
import { createSlots, type Slot, type SlotLimits } from './slots.ts'

/** Slots with named connections; records which ones had to go. */
function openHall(limits: Partial<SlotLimits> = {}) {
  const slots = createSlots({
    maxConnections: 10,
    maxConnectionsPerAddress: 8,
    maxUnprovenPerAddress: 3,
    ...limits,
  })
  const gone: string[] = []
  const inside = new Map<string, Slot>()
  return {
    gone,
    enter: (name: string, address: string): string => {
      const slot = slots.enter(address, () => gone.push(name))
      if (typeof slot === 'string') return slot
      inside.set(name, slot)
      return 'in'
    },
    mark: (name: string, isRegistered = true) => inside.get(name)?.mark(isRegistered),
    leave: (name: string) => inside.get(name)?.leave(),
    size: slots.size,
  }
}

test('the oldest unproven connection of an address is closed', () => {
  const hall = openHall()
  for (const name of ['a', 'b', 'c', 'd']) expect(hall.enter(name, '192.0.2.1')).toBe('in')
  expect([hall.gone, hall.size()]).toEqual([['a'], 3])
})

test('an IPv6 /64 is one address', () => {
  const hall = openHall()
  for (const n of [1, 2, 3, 4]) hall.enter(`${n}`, `2001:db8:0:7:${n}::${n}`)
  expect(hall.gone).toEqual(['1'])
  hall.enter('other', '2001:db8:0:8::1')
  expect(hall.gone).toEqual(['1'])
})

test('registered loggers never count as unproven and are never closed', () => {
  const hall = openHall()
  for (let n = 0; n < 8; n += 1) {
    expect(hall.enter(`r${n}`, '192.0.2.1')).toBe('in')
    hall.mark(`r${n}`)
  }
  expect(hall.enter('more', '192.0.2.1')).toBe(
    'too many connections from one address (LOGGER_MAX_CONNECTIONS_PER_ADDRESS)',
  )
  expect(hall.enter('x', '192.0.2.2')).toBe('in')
  expect(hall.gone).toEqual([])
})

test('half of the slots are reserved for registered loggers', () => {
  const hall = openHall()
  for (let n = 0; n < 9; n += 1) hall.enter(`s${n}`, `198.51.100.${n}`)
  expect(hall.size()).toBe(5)
  for (let n = 0; n < 5; n += 1) {
    expect(hall.enter(`r${n}`, '192.0.2.1')).toBe('in')
    hall.mark(`r${n}`)
  }
  // Each came in as unproven and took a stranger's slot that way.
  expect(hall.size()).toBeLessThanOrEqual(10)
  expect(hall.gone.every((name) => name.startsWith('s'))).toBe(true)
})

test('the address with the most connections loses one, not a lone newcomer', () => {
  const hall = openHall({ maxConnections: 8 })
  hall.enter('lone', '203.0.113.9')
  for (const name of ['a', 'b', 'c']) hall.enter(name, '192.0.2.1')
  hall.enter('late', '203.0.113.10')
  expect(hall.gone).toEqual(['a'])
})

test('registered loggers may fill all slots; one is free again when one leaves', () => {
  const hall = openHall({ maxConnections: 2 })
  for (const name of ['a', 'b']) {
    hall.enter(name, '192.0.2.1')
    hall.mark(name)
  }
  expect(hall.enter('c', '192.0.2.2')).toBe('too many connections (LOGGER_MAX_CONNECTIONS)')
  hall.leave('a')
  hall.leave('a')
  expect([hall.enter('c', '192.0.2.2'), hall.size()]).toEqual(['in', 2])
})

test('a logger that lost its owner is closed like any other', () => {
  const hall = openHall({ maxUnprovenPerAddress: 1 })
  hall.enter('a', '192.0.2.1')
  hall.mark('a')
  hall.mark('a', false)
  hall.enter('b', '192.0.2.1')
  expect(hall.gone).toEqual(['a'])
})

test('when the server is full, all networks of a /48 give way together', () => {
  const hall = openHall({ maxConnections: 12, maxUnprovenPerAddress: 3 })
  for (const n of [1, 2, 3]) hall.enter(`guest ${n}`, `2001:db8:${n}::1`)
  for (const n of [1, 2, 3, 4, 5, 6]) hall.enter(`flood ${n}`, `2001:db8:f:${n}::1`)
  expect(hall.gone).toEqual(['flood 1', 'flood 2', 'flood 3'])
  hall.enter('guest 4', '203.0.113.1')
  expect(hall.gone).toEqual(['flood 1', 'flood 2', 'flood 3', 'flood 4'])
  hall.mark('flood 5')
  hall.leave('flood 5')
  expect(hall.size()).toBe(5)
})

test('few files that the process may open are the limit, and the reason names them', () => {
  const hall = openHall({ openFileLimit: 8 })
  for (const name of ['a', 'b', 'c', 'd']) {
    expect(hall.enter(name, '192.0.2.1')).toBe('in')
    hall.mark(name)
  }
  expect(hall.enter('e', '192.0.2.1')).toBe(
    'too many connections (the process may open no more files: LimitNOFILE, ulimit -n)',
  )
})
