import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wirePlant } from '../../../testing/plants.ts'
import { answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { AlarmsView } from './alarms-view.tsx'

const ids = ['11111111-0000-4000-8000-000000000001', '11111111-0000-4000-8000-000000000002'] as const
const at = Date.parse('2026-06-15T10:00:00Z') / 1000

const row = {
  id: ids[0],
  showName: 'String delivers nothing',
  level: 2,
  influence: 1,
  status: 1,
  alertTime: at,
  startTime: at - 7_200,
  endTime: null,
  alertDay: null,
  code: '',
  ruleId: 'stringDead',
  plantId: 7,
  plantName: 'Barn',
  timezone: 'Europe/Berlin',
  deviceId: 12,
  deviceName: 'Inverter A',
  deviceSn: 'SN1',
  deviceType: 'INVERTER',
  productId: null,
  part: 'pv3',
  lostValue: 5.5,
  lostIncome: 0.44,
  currency: 'EUR',
  occurrences: 1,
  acknowledgedAt: null,
  snoozedUntil: null,
  assignee: null,
  notes: 0,
  blocked: false,
  mayAct: true,
}
const second = { ...row, id: ids[1], showName: 'Power clipped', level: 0, part: '', lostValue: null, lostIncome: null }
const counts = { ongoing: 2, recovered: 4, blocked: 0, faults: 1, warnings: 0, tips: 1 }
const well = { rules: 32, plants: 1, since: at - 12 * 86_400, watchedSince: at - 400 * 86_400, lastData: at - 120 }
const found = { total: 2, data: [row, second], counts, well, rules: [{ ruleId: 'stringDead', showName: row.showName }] }
const detail = {
  ...row,
  description: 'A string gives no power while its siblings do.',
  measured: [
    { name: 'voltage', value: 264.3, unit: 'V', text: '', quantity: '' },
    { name: 'phase', value: null, unit: '', text: 'L2', quantity: '' },
    { name: 'clockBehind', value: 720, unit: 's', text: '', quantity: '' },
    { name: 'value', value: 61.5, unit: '°C', text: '', quantity: 'inverterTemperatureC' },
    { name: 'end', value: null, unit: '', text: '2027-01-31', quantity: '' },
  ],
  causes: [{ cause: 'A fuse blew.', solution: 'Have it checked.' }],
  codes: [],
  events: [
    { at, kind: 'noted', by: 'Mira', text: 'Fuse ordered', until: null },
    { at: at + 7 * 86_400 - 7_200, kind: 'escalated', by: null, text: '', until: null },
  ],
  calendar: [{ day: '2026-06-15', seconds: 7_200 }],
  curve: null,
  blockId: null,
}

let bodies: Record<string, unknown>[]
const SEARCH = 'POST /maintain-s/operating/alert/search'
const path = (name: string) => `POST /maintain-s/operating/alert/${name}`

function open(address: string, reply: object = found, more: object = {}): void {
  const note =
    (name: string, answer: unknown) =>
    ({ body }: { body: unknown }) => {
      bodies.push({ name, ...(body as object) })
      return answer
    }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [SEARCH]: note('search', reply),
      [path('detail')]: ({ body }) => ({ ...detail, id: (body as { alertId: string }).alertId }),
      [path('timeline')]: () => [at - 7_200, at - 6_900, at - 3_600],
      [path('acknowledge')]: note('acknowledge', { changed: 1 }),
      [path('snooze')]: note('snooze', { changed: 1 }),
      ...more,
    }),
  )
  renderPage(<AlarmsView plantId={undefined} />, { path: address, user: {} })
}
const address = (): string => screen.getByTestId('address').textContent ?? ''
const asked = (name: string) => bodies.filter((body) => body.name === name)

beforeEach(() => {
  bodies = []
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the tab of what is blocked', () => {
  const none = { ...found, total: 0, data: [], counts: { ...counts, ongoing: 0, blocked: 1 } }
  const block = {
    id: 'b',
    plantId: 7,
    plantName: 'Barn',
    zone: 'Europe/Berlin',
    ruleId: 'clipping',
    mayAct: true,
    name: 'Power clipped',
    deviceId: null,
    deviceName: null,
    untilMs: null,
    createdBy: null,
    alarms: 0,
  }
  const blocks = (...data: object[]) => ({
    'GET /maintain-s/operating/alert/block': () => ({ total: data.length, data }),
  })

  it('says that nothing is only once the answer has come', async () => {
    let answer: (reply: object) => void = () => {}
    const reply = ({ body }: { body: unknown }) =>
      (body as { blocked?: boolean }).blocked ? new Promise((resolve) => (answer = resolve)) : none
    open('/alarms', none, { [SEARCH]: reply, ...blocks() })
    const tab = await screen.findByRole('link', { name: /^Blocked/ })
    await screen.findByText('Blocked: 1')
    await userEvent.click(tab)
    await waitFor(() => expect(screen.queryByText('Blocked: 1')).toBeNull())
    expect(screen.queryByText('Nothing is blocked.')).toBeNull()
    // Its count stays.
    expect(tab.textContent).toBe('Blocked1')
    answer({ ...found, total: 1, data: [{ ...row, blocked: true }], counts: none.counts })
    await screen.findByRole('region', { name: 'List of alarms' })
  })

  it.each([
    ['nothing is', [], true],
    ['a rule is that found nothing since', [block], false],
  ])('says so where %s', async (_, rows, isSaid) => {
    open('/alarms?state=blocked', { ...none, counts: { ...none.counts, blocked: 0 } }, blocks(...rows))
    await screen.findByText(isSaid ? 'Nothing is blocked.' : 'Power clipped')
    await waitFor(() => expect(document.querySelector('[data-part="skeleton"]')).toBeNull())
    expect(screen.queryAllByText('Nothing is blocked.')).toHaveLength(isSaid ? 1 : 0)
  })
})

describe('the proof of an alarm', () => {
  const JOBS = '/maintain-s/station/7/report/jobs'
  const job = {
    id: 9,
    definition: { kind: 'proof', step: 'alarm', from: '2026-06-15', to: '2026-06-15', fileType: 'pdf' },
    progress: 1,
    rows: null,
    sizeBytes: 40_000,
    mail: false,
    scheduleId: null,
    requestedAtMs: at * 1000,
    finishedAtMs: at * 1000,
    expiresAtMs: (at + 604_800) * 1000,
  }
  const use = { exports: 1, waiting: 0, bytes: 40_000 }
  const press = async (state: string): Promise<string[]> => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${new URL(this.href).pathname} ${this.download}`)
    })
    open(`/alarms?alarm=${ids[0]}`, found, {
      [`POST ${JOBS}`]: ({ body }: { body: object }) => {
        bodies.push({ name: 'order', ...body })
        return { ...job, state: 'queued', failure: null }
      },
      [`GET ${JOBS}`]: () => ({ data: [{ ...job, state, failure: state === 'failed' ? 'NOT_FOUND' : null }], use }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Proof pack (PDF)' }))
    return saved
  }
  it('is ordered by one press and saved when it is made', async () => {
    const saved = await press('ready')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatch(/report\/jobs\/9\/file Barn String delivers nothing\.pdf$/)
    expect(asked('order')[0]).toMatchObject({
      definition: { kind: 'proof', alertId: ids[0], from: '2026-06-15', fileType: 'pdf', language: 'en' },
    })
  })
  it('that fails is not saved, and can be ordered again', async () => {
    const saved = await press('failed')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Proof pack (PDF)' })).toHaveProperty('disabled', false),
    )
    expect(saved).toEqual([])
  })
})

describe('the list of alarms', () => {
  it('says what is wrong, where, since when and what it costs', async () => {
    open('/alarms')
    const list = await screen.findByRole('region', { name: 'List of alarms' })
    const [first] = within(list).getAllByRole('listitem')
    expect(first?.textContent).toContain('String delivers nothingBarn · Inverter A · String 3')
    expect(first?.textContent).toContain('5.50 kWh')
    expect(screen.getByText('1 fault')).toBeTruthy()
    expect(screen.getByRole('link', { name: /^History/ }).textContent).toBe('History4')
  })

  it('takes its filters from the address, and nothing that does not fit', async () => {
    open('/alarms?level=2&type=INVERTER&find=barn&from=2026-06-01&rule=stringDead&mine=1&order=loss')
    await screen.findByRole('region', { name: 'List of alarms' })
    expect(asked('search')[0]).toMatchObject({
      level: 2,
      deviceType: 'INVERTER',
      keyword: 'barn',
      startDay: '2026-06-01',
      ruleId: 'stringDead',
      mine: true,
      status: 1,
      blocked: false,
    })
    cleanup()
    bodies = []
    open('/alarms?level=9&type=X&from=2026-99-01&rule=%3Cx%3E&state=all&alarm=1')
    await screen.findByRole('region', { name: 'List of alarms' })
    const { level, deviceType, startDay, ruleId, status } = asked('search')[0] ?? {}
    expect([level, deviceType, startDay, ruleId, status]).toEqual([undefined, undefined, undefined, undefined, 1])
  })

  it('lists what is blocked in all plants, and ends a block', async () => {
    const block = {
      id: 5,
      ruleId: 'stringDead',
      name: 'String delivers nothing',
      level: 2,
      deviceId: 12,
      deviceName: 'Inverter A',
      untilMs: null,
      createdAtMs: at * 1000,
      createdBy: 'Mira',
      alarms: 3,
      plantId: 7,
      plantName: 'Barn',
      zone: 'Europe/Berlin',
      mayAct: true,
    }
    let left = [block, { ...block, id: 4, plantId: 8, plantName: 'Mill', mayAct: false }]
    open('/alarms?state=blocked', found, {
      'GET /maintain-s/operating/alert/block': () => ({ total: left.length, data: left }),
      'DELETE /maintain-s/station/7/alert/block': ({ body }: { body: object }) => {
        bodies.push({ name: 'end', ...body })
        left = left.slice(1)
        return { success: true }
      },
    })
    const card = (await screen.findByRole('heading', { name: 'Blocked in all plants' })).closest('section')
    expect(
      within(card as HTMLElement)
        .getByRole('link', { name: 'Barn' })
        .getAttribute('href'),
    ).toContain('id=7')
    // Of the other plant only who may edit it ends a block.
    await userEvent.click(within(card as HTMLElement).getByRole('button', { name: 'End block' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End block' })).toBeNull())
    expect(asked('end')).toMatchObject([{ blockId: 5 }])
  })

  it('tells why all is well, and since when', async () => {
    open('/alarms', { ...found, total: 0, data: [], counts: { ...counts, ongoing: 0, faults: 0 } })
    expect((await screen.findByRole('heading', { name: 'All is well' })).parentElement?.textContent).toMatch(
      /No alarm since .*32 rules watch this plant, by day and by night/,
    )
  })

  it('claims nothing of a plant without any data', async () => {
    const silent = { ...well, lastData: null, since: null, watchedSince: null }
    open('/alarms', { ...found, total: 0, data: [], counts: { ...counts, ongoing: 0, faults: 0 }, well: silent })
    await screen.findByRole('heading', { name: 'No data yet' })
    expect(screen.getAllByText('No data has come yet, so nothing can be judged.')).toHaveLength(2)
    expect(screen.queryByText(/All is well/)).toBeNull()
  })

  it('says that blocked alarms are open, not that all is well', async () => {
    open('/alarms', { ...found, total: 0, data: [], counts: { ...counts, ongoing: 0, faults: 0, blocked: 2 } })
    expect((await screen.findByText('Only blocked alarms are open.')).parentElement?.textContent).toMatch(
      /Nobody is told/,
    )
    expect(screen.getByRole('heading', { name: 'Blocked: 2' })).toBeTruthy()
    expect(screen.queryByText('All is well')).toBeNull()
  })

  it('offers to clear filters that leave nothing', async () => {
    open('/alarms?level=1', { ...found, total: 0, data: [] })
    await screen.findByText('No alarm fits these filters.')
    const buttons = screen.getAllByRole('button', { name: 'Clear filters' })
    await userEvent.click(buttons.at(-1) as HTMLElement)
    expect(address()).toBe('/alarms')
  })

  it('says so where it cannot be loaded', async () => {
    open('/alarms', {}, { [SEARCH]: () => refuse(500, { code: 'SERVER_FAILURE', no: 16 }) })
    expect(await screen.findByText('Alarms could not be loaded')).toBeTruthy()
    // Nothing goes on loading beside it.
    expect(document.querySelector('.answer')).toBeNull()
  })
})

describe('an open alarm', () => {
  it.each([
    ['a device', 'deviceSilent', 12, ['editPlant'], false],
    ['a device', 'deviceSilent', 12, ['addPlantDevice'], true],
    ['a logger', 'loggerSilent', null, ['editPlant', 'addPlantDevice'], false],
    ['a logger', 'loggerSilent', null, ['addPlantDevice', 'deletePlantDevice'], true],
  ] as const)('of %s (%s, %s) with %j offers to replace it: %s', async (_, ruleId, deviceId, rights, isOffered) => {
    const plant = vi.fn(() => wirePlant({ granted: ['viewPlantInfo', ...rights] }))
    open(`/alarms?alarm=${ids[0]}`, found, {
      [path('detail')]: () => ({ ...detail, ruleId, deviceId }),
      'GET /maintain-s/station/7/detail': plant,
    })
    await screen.findByRole('button', { name: 'Copy link' })
    await waitFor(() => expect(plant).toHaveBeenCalled())
    if (isOffered) await screen.findByRole('link', { name: 'Replace' })
    else expect(screen.queryByRole('link', { name: 'Replace' })).toBeNull()
  })

  it('has causes, remedies, the hours of its day and what people wrote', async () => {
    open(`/alarms?alarm=${ids[0]}`)
    await screen.findByRole('heading', { name: 'String delivers nothing' })
    expect(screen.getByText('Have it checked.')).toBeTruthy()
    expect(screen.getByText('Fuse ordered')).toBeTruthy()
    const facts = screen.getByRole('heading', { name: 'When it was found' }).nextElementSibling?.textContent
    expect(facts).toBe('Voltage264.3 VPhaseL2Clock behind by12 minInverter temperature61.5 °CEnds onJan 31, 2027')
    expect(screen.getByText(/^Still there · 7 days$/)).toBeTruthy()
    expect(await screen.findByText('10:00 to 10:10, 11:00 to 11:05')).toBeTruthy()
  })

  it('of a device says what its codes mean, and offers unknown ones to the library', async () => {
    const known = {
      showName: 'NO-Grid',
      maker: 'Solis',
      family: 'all',
      urgency: 'today',
      source: 'a list (MIT)',
      cause: 'No AC voltage.',
      solution: 'Check breaker.',
      probable: false,
    }
    const guess = { ...known, showName: 'Grid weak', probable: true }
    const codes = [
      { code: '1015', known, contribution: null },
      { code: '1014', known: guess, contribution: null },
      { code: '10FF', known: null, contribution: '{ "code": "10FF" }' },
      { code: 'state 3', known: null, contribution: null },
    ]
    open(`/alarms?alarm=${ids[0]}`, found, { [path('detail')]: () => ({ ...detail, causes: [], codes }) })
    await screen.findByText('1015: NO-Grid')
    expect(screen.getByText('1014: probably Grid weak')).toBeTruthy()
    expect(screen.getAllByText('Check breaker.')).toHaveLength(2)
    expect(screen.getAllByText('Act today · Solis, all')).toHaveLength(2)
    expect(screen.getByText('10FF: not in the library of codes')).toBeTruthy()
    expect(screen.getByText('It reports a fault and no code')).toBeTruthy()
    // A code that nobody knows says what to check, as a state without a code does.
    expect(screen.getAllByText(/Check the AC breaker and the DC switch/)).toHaveLength(2)
    const person = userEvent.setup()
    await person.click(screen.getByRole('button', { name: 'Copy text' }))
    expect(await navigator.clipboard.readText()).toBe('{ "code": "10FF" }')
  })

  it('moves by j and k, is acknowledged by e, snoozed by s, closed by Escape', async () => {
    open('/alarms')
    await screen.findByRole('region', { name: 'List of alarms' })
    await userEvent.keyboard('j')
    await waitFor(() => expect(address()).toContain(ids[0]))
    await screen.findByRole('heading', { name: 'String delivers nothing' })
    await userEvent.keyboard('j')
    await waitFor(() => expect(address()).toContain(ids[1]))
    await userEvent.keyboard('k')
    await waitFor(() => expect(address()).toContain(ids[0]))
    await userEvent.keyboard('e')
    await waitFor(() =>
      expect(asked('acknowledge')).toEqual([{ name: 'acknowledge', ids: [ids[0]], acknowledged: true }]),
    )
    await userEvent.keyboard('s')
    const dialog = await screen.findByRole('dialog', { hidden: true })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Snooze', hidden: true }))
    await waitFor(() => expect(asked('snooze')[0]).toMatchObject({ ids: [ids[0]] }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe('/alarms'))
  })

  it('sleep until the morning of their own plant each', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-06-15T12:00:00Z'), toFake: ['Date'] })
    try {
      open('/alarms', { ...found, data: [row, { ...second, timezone: 'America/New_York' }] })
      const list = await screen.findByRole('region', { name: 'List of alarms' })
      // Their times stand below each other: each says by which clock.
      expect(within(list).getByText(/^UTC\+02:00 · /)).toBeTruthy()
      expect(within(list).getByText(/^UTC-04:00 · /)).toBeTruthy()
      await userEvent.click(screen.getByLabelText('Select all on this page'))
      await userEvent.click(screen.getByRole('button', { name: 'Snooze' }))
      const dialog = await screen.findByRole('dialog', { hidden: true })
      await userEvent.click(within(dialog).getByRole('button', { name: 'Snooze', hidden: true }))
      await waitFor(() =>
        expect(asked('snooze')).toEqual([
          { name: 'snooze', ids: [ids[0]], until: Date.parse('2026-06-16T06:00:00Z') / 1000 },
          { name: 'snooze', ids: [ids[1]], until: Date.parse('2026-06-16T12:00:00Z') / 1000 },
        ]),
      )
    } finally {
      vi.useRealTimers()
    }
  })

  it('several are acknowledged at once', async () => {
    open('/alarms')
    await userEvent.click(await screen.findByLabelText('Select all on this page'))
    expect(screen.getByText('2 selected')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
    await waitFor(() => expect(asked('acknowledge')[0]).toMatchObject({ ids: [...ids] }))
  })

  it('of somebody else looks like none', async () => {
    open(`/alarms?alarm=${ids[0]}`, found, { [path('detail')]: () => refuse(404, { code: 'NOT_FOUND', no: 18 }) })
    expect(await screen.findByText('This alarm does not exist, or you may not see it.')).toBeTruthy()
  })
})
