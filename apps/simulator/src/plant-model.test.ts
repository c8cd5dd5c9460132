import { describe, expect, it } from 'vitest'
import { faultsFrom, findFault, parseFault } from './faults.ts'
import { fleet } from './fleet.ts'
import { advance, CELL_MS, copyState, createPlantModel, getPowers, momentAt, newPlantState } from './plant-model.ts'

const DAY = 86_400_000
const start = Date.UTC(2026, 5, 1)
const named = (name: string) => {
  const spec = fleet.find((s) => s.name === name)
  if (!spec) throw new Error(`no plant ${name}`)
  return spec
}

describe('a simulated plant', () => {
  it('has the same counters whether it runs through or is stopped and restarted', () => {
    const model = createPlantModel(named('Lindenhof roof'), [], 7)
    const through = advance(model, newPlantState(model, start), start + 5 * DAY)
    const first = advance(model, newPlantState(model, start), start + 2.3 * DAY)
    const again = advance(model, copyState(first), start + 5 * DAY)
    expect(again).toEqual(through)
  })

  it('never lets a counter fall between two instants, within cells and across them', () => {
    const model = createPlantModel(named('Lindenhof roof'), [], 7)
    const state = newPlantState(model, start)
    let before = 0
    for (let atMs = start; atMs < start + DAY; atMs += 71_000) {
      advance(model, state, atMs)
      const total = momentAt(model, state, atMs).state.generation[0]?.total ?? 0
      expect(total).toBeGreaterThanOrEqual(before - 1e-9)
      before = total
    }
    expect(before).toBeGreaterThan(10_000)
  })

  it('balances at every step of every plant', () => {
    for (const spec of fleet) {
      const model = createPlantModel(spec, faultsFrom(spec.faults, start + DAY), 3)
      const state = newPlantState(model, start)
      for (let cell = 0; cell < 288; cell += 6) {
        advance(model, state, start + cell * CELL_MS)
        const { powers } = getPowers(model, start + cell * CELL_MS, state.energy, 300)
        const pvW = powers.inverters.reduce((sum, i) => sum + i.acW, 0)
        const { importW, exportW, chargeW, dischargeW, generatorW } = powers.flows
        expect(
          Math.abs(pvW + importW + dischargeW + generatorW - powers.loadW - chargeW - exportW),
          spec.name,
        ).toBeLessThan(1)
      }
    }
  })

  it('resets its daily counters at midnight of its own zone', () => {
    const model = createPlantModel(named('Lord Howe lodge'), [], 3)
    const state = newPlantState(model, start)
    // Lord Howe is at UTC+10:30 in June: its midnight is 13:30 UTC.
    advance(model, state, Date.UTC(2026, 5, 2, 13, 25))
    const evening = state.boundary.load.today
    advance(model, state, Date.UTC(2026, 5, 2, 13, 40))
    expect(evening).toBeGreaterThan(1_000)
    expect(state.boundary.load.today).toBeLessThan(evening / 10)
    expect(state.boundary.load.yesterday).toBeCloseTo(evening, -3)
  })

  it('shows its faults', () => {
    const noon = Date.UTC(2026, 5, 1, 10)
    const spec = named('Lake Turkana mini-grid')
    const powerOf = (faults: Parameters<typeof createPlantModel>[1], index: number) =>
      getPowers(createPlantModel(spec, faults, 3), noon, { battery: null, generatorRunning: false }, 300).powers
        .inverters[index]
    const healthy = powerOf([], 1)?.acW ?? 0
    expect(healthy).toBeGreaterThan(1_000)
    expect(powerOf([{ type: 'dead-string', device: 1, fromMs: 0, severity: 0.5 }], 1)?.acW).toBeLessThan(healthy * 0.6)
    expect(powerOf([{ type: 'dead-string', device: 1, fromMs: 0, severity: 0.5 }], 0)?.acW).toBeGreaterThan(
      healthy * 0.9,
    )
    expect(powerOf([{ type: 'outage', device: 1, fromMs: 0, severity: 1 }], 1)).toMatchObject({ acW: 0, stopped: true })
    expect(powerOf([{ type: 'snow', fromMs: 0, toMs: noon - 1, severity: 0.9 }], 1)?.acW).toBe(healthy)
    expect(powerOf([{ type: 'clipping', fromMs: 0, severity: 0.2 }], 1)?.acW).toBeLessThanOrEqual(4_000)
  })

  it('resets a total counter once and continues counting', () => {
    const spec = named('Warehouse Jundiaí')
    const at = start + DAY
    const model = createPlantModel(spec, [{ type: 'counter-reset', device: 0, fromMs: at, toMs: at, severity: 1 }], 3)
    const state = advance(model, newPlantState(model, start - 10 * DAY), at - CELL_MS)
    const before = state.generation[0]?.total ?? 0
    advance(model, state, at + CELL_MS)
    const after = state.generation[0]?.total ?? 0
    expect(before).toBeGreaterThan(100_000)
    expect(after).toBeLessThan(before / 10)
    expect(findFault(model.faults, 'counter-reset', 0, at)).toBeDefined()
  })
})

describe('the fleet', () => {
  it('covers every plant type, every grid type and all sizes', () => {
    expect(fleet.length).toBeGreaterThanOrEqual(12)
    expect(new Set(fleet.map((s) => s.type)).size).toBe(4)
    expect(new Set(fleet.map((s) => s.gridType)).size).toBe(6)
    expect(new Set(fleet.map((s) => s.zone)).size).toBeGreaterThanOrEqual(12)
    const sizes = fleet.map((s) => s.loggers.flatMap((l) => l.inverters).reduce((sum, i) => sum + i.dcWp, 0))
    expect(Math.min(...sizes)).toBeLessThan(1_000)
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(2_000_000 - 1)
  })

  it('has unique logger and inverter serials', () => {
    const loggers = fleet.flatMap((s) => s.loggers)
    expect(new Set(loggers.map((l) => l.serial)).size).toBe(loggers.length)
    const inverters = loggers.flatMap((l) => l.inverters)
    expect(new Set(inverters.map((i) => i.serial)).size).toBe(inverters.length)
  })
})

describe('a fault switched on by hand', () => {
  it('is read from the command line, or refused', () => {
    expect(parseFault('Lindenhof roof=link-loss', 7)).toEqual({
      plant: 'Lindenhof roof',
      fault: { type: 'link-loss', fromMs: 7, severity: 1 },
    })
    expect(parseFault('Kauri school=dead-string,0.5,1', 7).fault).toEqual({
      type: 'dead-string',
      fromMs: 7,
      severity: 0.5,
      device: 1,
    })
    for (const text of ['', 'Kauri school', 'Kauri school=fire', 'Kauri school=outage,much', '=outage'])
      expect(() => parseFault(text, 0)).toThrow(RangeError)
  })
})
