import { describe, expect, it } from 'vitest'
import type { Device } from '../../../api/devices.ts'
import type { Logger } from '../../../api/loggers.ts'
import {
  countTypes,
  type DeviceItem,
  nextSort,
  readSort,
  shareOfBest,
  sortItems,
  toBranches,
  toItems,
} from './device-items.ts'
import { answerFor } from './devices-answer.ts'
import { barsOf, warningsOf } from './logger-facts.ts'

const NOW_MS = 1_800_000_000_000
const row = (change: Partial<Device>): Device => ({
  deviceId: 1,
  serial: 'A1',
  name: 'Roof 1',
  type: 'INVERTER',
  state: 1,
  status: 'well',
  reason: null,
  model: 'Solis',
  profileId: 'solis-0507',
  loggerSerial: '1790000108',
  signalPercent: null,
  powerW: 1000,
  todayWh: 10000,
  yesterdayWh: null,
  totalWh: 100000,
  socPercent: null,
  heardAtMs: NOW_MS - 60_000,
  intervalS: 300,
  ...change,
})
const logger = row({
  deviceId: 0,
  serial: '1790000108',
  name: '1790000108',
  type: 'COLLECTOR',
  loggerSerial: null,
  powerW: null,
})
const report: Logger = {
  serial: '1790000108',
  wire: 'solarman-v5',
  ownership: 'claimed',
  name: '',
  state: 'data',
  online: true,
  firmware: 'MW',
  signalPercent: 62,
  intervalS: 300,
  heartbeatS: 120,
  registeredAtMs: 1000,
  firstSeenMs: 1000,
  lastSeenMs: 2000,
  lastDataMs: 2000,
  workingS: null,
  totalWorkingS: null,
  deviceCount: 1,
  unread: [],
  unproven: 0,
  rejected: 0,
  duplicateSeenMs: null,
  network: null,
  replaced: null,
}
const items = (...rows: readonly Device[]): readonly DeviceItem[] => toItems(rows, undefined, false)
const names = (list: readonly DeviceItem[]): readonly string[] => list.map(({ row: { name } }) => name)

it("takes a logger's status from its own report", () => {
  const status = (change: Partial<Logger>) => toItems([logger], [{ ...report, ...change }], false)[0]?.status
  expect(status({})).toBe('well')
  expect(status({ online: false })).toBe('silent')
  expect(status({ state: 'waiting', online: false })).toBe('waiting')
})

it('counts types in the order of the list', () => {
  expect(countTypes(items(logger, row({}), row({ deviceId: 2 })))).toEqual([
    { type: 'COLLECTOR', count: 1 },
    { type: 'INVERTER', count: 2 },
  ])
})

describe('the order', () => {
  const three = items(
    row({ name: 'Roof 10', powerW: 3 }),
    row({ name: 'Roof 9', powerW: null }),
    row({ name: 'Roof 2', powerW: 5, status: 'fault' }),
  )
  it('puts problems first and sorts numbers in names', () =>
    expect(names(sortItems(three, undefined, 'en'))).toEqual(['Roof 2', 'Roof 9', 'Roof 10']))
  it('keeps missing values at the end, both ways', () => {
    expect(names(sortItems(three, { key: 'power', down: true }, 'en'))).toEqual(['Roof 2', 'Roof 10', 'Roof 9'])
    expect(names(sortItems(three, { key: 'power', down: false }, 'en'))).toEqual(['Roof 10', 'Roof 2', 'Roof 9'])
  })
  it('cycles in three clicks', () => {
    let text: string | null = null
    const seen = [1, 2, 3].map(() => {
      text = nextSort(readSort(text), 'power')
      return text
    })
    expect(seen).toEqual(['-power', 'power', null])
    expect(nextSort(undefined, 'name')).toBe('name')
    expect(nextSort({ key: 'name', down: false }, 'name')).toBe('-name')
    expect(nextSort({ key: 'name', down: true }, 'name')).toBeNull()
  })
  it('ignores invalid values in the URL', () => {
    expect(readSort('-nonsense')).toBeUndefined()
    expect(readSort(null)).toBeUndefined()
    expect(readSort('-seen')).toEqual({ key: 'seen', down: true })
  })
})

it("compares today's yield only with the best of the same model", () => {
  const shares = shareOfBest(
    items(
      row({ deviceId: 1, todayWh: 8000 }),
      row({ deviceId: 2, todayWh: 10000 }),
      row({ deviceId: 3, todayWh: 50000, model: 'other' }),
      row({ deviceId: 4, todayWh: null }),
    ),
  )
  expect([...shares]).toEqual([
    [1, 0.8],
    [2, 1],
  ])
})

const night = [
  // A hybrid sends all night; a silent one has sent nothing today.
  row({ deviceId: 1, todayWh: 0, yesterdayWh: 8000 }),
  row({ deviceId: 2, todayWh: null, yesterdayWh: 4000 }),
  row({ deviceId: 3, todayWh: 50, yesterdayWh: null }),
  row({ deviceId: 4, todayWh: 100, yesterdayWh: 2000 }),
]
const energies = (list: readonly DeviceItem[]) => list.map(({ energyWh, isYesterday }) => [energyWh, isYesterday])

it("shows yesterday's energy of each device before sunrise, and sorts by it", () => {
  const list = toItems(night, undefined, true)
  expect(energies(list)).toEqual([
    [8000, true],
    [4000, true],
    [50, false],
    [2000, true],
  ])
  expect([...shareOfBest(list)]).toEqual([
    [1, 1],
    [2, 0.5],
    [4, 0.25],
  ])
  const down = sortItems(list, { key: 'today', down: true }, 'en').map((item) => item.row.deviceId)
  expect(down).toEqual([1, 2, 4, 3])
})

it('shows and sorts by today alone while the sun is up, of a silent device too', () => {
  const list = toItems(night, undefined, false)
  expect(energies(list)).toEqual([
    [0, false],
    [null, false],
    [50, false],
    [100, false],
  ])
  const down = sortItems(list, { key: 'today', down: true }, 'en').map((item) => item.row.deviceId)
  expect(down).toEqual([4, 3, 1, 2])
})

it('puts devices under their loggers and loses none', () => {
  const branches = toBranches(
    items(logger, row({}), row({ deviceId: 2, loggerSerial: null }), row({ deviceId: 3, loggerSerial: '9' })),
  )
  expect(
    branches.map((branch) => [branch.logger?.row.serial, branch.devices.map(({ row: { deviceId } }) => deviceId)]),
  ).toEqual([
    ['1790000108', [1]],
    [undefined, [2, 3]],
  ])
})

describe('the answer', () => {
  it('says that all report, with their total power', () => {
    expect(answerFor([])).toEqual({ kind: 'none' })
    expect(answerFor(items(logger, row({}), row({})))).toEqual({ kind: 'ok', total: 3, powerW: 2000 })
    expect(answerFor(items(row({ powerW: 0 })))).toEqual({ kind: 'ok', total: 1, powerW: null })
  })
  it('names the faulty device before all other problems', () => {
    const faulty = row({ status: 'fault', name: 'Barn', heardAtMs: NOW_MS - 9_000_000 })
    expect(answerFor(items(row({}), row({ status: 'silent' }), faulty))).toEqual({
      kind: 'one',
      what: 'fault',
      name: 'Barn',
      sinceMs: NOW_MS - 9_000_000,
      others: 1,
    })
  })
  it('counts several and says since when, from the first one', () => {
    const since = (s: number) => row({ status: 'silent', heardAtMs: NOW_MS - s * 1000 })
    expect(answerFor(items(row({}), since(8000), since(9000)))).toMatchObject({
      count: 2,
      total: 3,
      sinceMs: NOW_MS - 9_000_000,
    })
  })
  it('tells night from missing data', () => {
    const asleep = row({ status: 'asleep' })
    expect(answerFor(items(logger, asleep))).toEqual({ kind: 'asleep', count: 1, total: 2 })
    expect(answerFor(items(logger, asleep, row({})))).toMatchObject({ kind: 'ok' })
  })
  it('is paused where a person paused a connection and nothing else is wrong', () => {
    const reason = { kind: 'paused', sinceMs: 7 } as Device['reason']
    const paused = row({ status: 'waiting', reason })
    expect(answerFor(items(paused, row({})))).toEqual({ kind: 'paused', sinceMs: 7 })
    expect(answerFor(items(paused, row({ status: 'silent' })))).toMatchObject({
      kind: 'one',
      what: 'silent',
      others: 0,
    })
  })
  it('waits for devices that never reported', () =>
    expect(answerFor(items(row({ heardAtMs: null, status: 'waiting' })))).toMatchObject({
      kind: 'one',
      what: 'waiting',
      sinceMs: null,
    }))
})

describe('a logger', () => {
  it.each([
    [0, 0],
    [1, 1],
    [25, 1],
    [26, 2],
    [62, 3],
    [100, 4],
    [120, 4],
  ])('of %d %% has %d bars', (percent, bars) => expect(barsOf(percent)).toBe(bars))
  it('warns of problems, worst first', () => {
    expect(warningsOf(report)).toEqual([])
    expect(
      warningsOf({
        ...report,
        unread: [{ reason: 'unknown-length', kinds: ['0507'], count: 3 }],
        rejected: 2,
        duplicateSeenMs: 5000,
        signalPercent: 20,
      }).map(({ kind }) => kind),
    ).toEqual(['duplicate', 'rejected', 'undecoded', 'weak'])
    expect(warningsOf({ ...report, signalPercent: 20, online: false })).toEqual([])
  })
})
