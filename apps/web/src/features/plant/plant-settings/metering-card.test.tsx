import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Plant } from '../../../api/plants.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { MeteringCard } from './metering-card.tsx'

const wire = {
  statisticMethodSettingStrategy: 'MANUAL',
  cumulativeElectricMethod: 'TOTAL_FROM_DEVICE_UPLOAD',
  electricityConsumptionMethod: null,
  electricityPurchaseMethod: null,
  gridInterconnectionMethod: null,
  chargingElectricityMethod: null,
  dischargeElectricityMethod: null,
  generationStatisticMethod: null,
  consumptionStatisticMethod: null,
  utilityStatisticMethod: 'METER',
  batteryStatisticMethod: null,
  irradianceStatisticMethod: null,
  generationTotalOffset: 1200,
  consumeTotalOffset: 0,
  consumeProportionStatisticMethod: 'COMPUTE',
  theoryConsumeProportion: null,
  since: '2026-03-01',
  measured: [{ field: 'generationValue', devices: ['North', 'South'] }],
  repeatedHint: true,
  repeated: [{ field: 'buyValue', devices: ['Hall meter', 'House meter'] }],
  candidates: {
    generation: [],
    consumption: [],
    utility: [{ deviceId: 4, deviceName: 'Hall meter', deviceType: 'METER' }],
    battery: [],
    irradiance: [],
  },
  dayOffsets: [],
}
const preview = {
  isTooLong: false,
  days: 3,
  changedFrom: '2026-06-01',
  changedTo: '2026-06-03',
  totals: [{ flow: 'generation', beforeWh: 5_072_000, afterWh: 71_950 }],
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says in words what counts, warns of double counting, and previews a change', async () => {
  const sent: unknown[] = []
  const serve = answerCalls({
    'GET /maintain-s/station/7/metering': () => wire,
    'GET /maintain-s/station/7/config/generationZero': () => ({ below: 20, atNight: true }),
    'POST /maintain-s/station/7/metering/preview': () => preview,
    'POST /maintain-s/station/7/metering': () => ({ changes: [], recount: true }),
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push(JSON.parse(String(init.body)))
    return serve(url, init)
  })
  const plant = {} as unknown as Plant
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', can: () => true }}>
      <MeteringCard />
    </CurrentPlantContext>,
    { path: '/plant/infos/detail?id=7' },
  )
  await screen.findByText('Counted from North and South. The total is what the lifetime counters show.')
  expect(screen.getByText(/^Purchased may be counted twice: Hall meter and House meter/)).toBeTruthy()
  expect(screen.getByText('production below 20 W · at night')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Edit metering' }))
  await userEvent.selectOptions(screen.getByLabelText('Method: Production'), 'daily')
  await userEvent.click(screen.getByRole('button', { name: 'Preview the effect' }))
  await screen.findByText('3 days change.')
  expect(screen.getByText('71.95 kWh')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({
    cumulativeElectricMethod: 'SUM_OF_DAILY_VALUES',
    utilityStatisticMethod: 'METER',
    generationTotalOffset: 1200,
  })
})

it('adds to single days, and takes it back', async () => {
  const sent: unknown[] = []
  const dayOffsets = [{ day: '2026-05-02', generationOffset: -1.5, useOffset: 0 }]
  const serve = answerCalls({
    'GET /maintain-s/station/7/metering': () => ({ ...wire, dayOffsets }),
    'GET /maintain-s/station/7/config/generationZero': () => ({ below: null, atNight: false }),
    'POST /maintain-s/station/7/metering/dayOffset': () => ({ changes: [] }),
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.endsWith('dayOffset')) sent.push(JSON.parse(String(init.body)))
    return serve(url, init)
  })
  const plant = {} as unknown as Plant
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', can: () => true }}>
      <MeteringCard />
    </CurrentPlantContext>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add to single days' }))
  await userEvent.click(screen.getByRole('button', { name: /Take back what was added on/ }))
  await waitFor(() => expect(sent).toEqual([{ day: '2026-05-02', generationWh: 0, useWh: 0 }]))
  await userEvent.type(screen.getByLabelText(/Added to production/), '2.5')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent[1]).toMatchObject({ generationWh: 2500, useWh: 0 }))
})
