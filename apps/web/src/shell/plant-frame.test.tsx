import { functionOfRight } from '@heliograph/domain/permissions.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { plantListQuery } from '../api/queries.ts'
import { useCurrentPlant } from '../plant/current-plant.ts'
import { applyPreferences, startPreferences } from '../preferences/preferences.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../testing/render.tsx'
import { PlantFrame } from './plant-frame.tsx'
import { RequireUser } from './require-user.tsx'

const person = { id: 1, nickname: 'Ilse', identity: 'USER', organization: null, roleCodes: [], functions: [] }
const noRight = () => refuse(403, { code: 'NO_PERMISSION', no: 21 })
const LEAVE = '/maintain-s/station/7/leave'

const station = {
  name: 'Lindenhof',
  regionTimezone: 'Europe/Berlin',
  installedCapacity: 9.8,
  gridInterconnectionType: 'EXCESS',
  startOperatingTime: null,
  installationPlanes: [],
  installedCapacities: [],
  status: 'well',
  reason: { kind: 'well', count: 1, total: 1, group: 'inverter', since: null, devices: [], code: null },
  statusSince: 1,
  warningStatus: 'NORMAL',
  externalRoleCode: [],
  roleCode: [{ code: 'viewPlantInfo', isOn: 1 }],
}

/** A tab that changes something of the plant. */
function Again() {
  const client = useQueryClient()
  return (
    <button type="button" onClick={() => void client.invalidateQueries({ queryKey: ['plant', 7] })}>
      Again
    </button>
  )
}

let left: string[]
function open(
  detail: Answer,
  user: object = person,
  more: Readonly<Record<string, Answer>> = {},
  [frame, tab]: readonly ReactNode[] = [<PlantFrame key="frame" plantId={7} />, <Again key="tab" />],
  page = 'relate',
) {
  left = []
  const serve = answerCalls({
    'GET /user-s/acc/org/login-user': () => user,
    'GET /maintain-s/station/7/detail': detail,
    ...more,
    [`POST ${LEAVE}`]: () => ({ success: true }),
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST') left.push(url)
    return serve(url, init)
  })
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  )
  renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route path={`/plant/infos/${page}`} element={frame}>
          <Route index element={tab} />
        </Route>
        <Route path="*" element={null} />
      </Route>
    </Routes>,
    { path: `/plant/infos/${page}?id=7` },
  )
}
const GIVE_UP = 'Leave this plant'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const namesIn = (navigation: HTMLElement) =>
  within(navigation)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('a plant that the user may not see', () => {
  it('shows what is missing and who can grant it, and can be left', async () => {
    open(noRight)
    await screen.findByText('You don’t have this permission: view data')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Permission denied')
    expect(screen.getByText('Ask the owner of the plant for this permission.')).toBeTruthy()
    // No tabs that all show the same.
    expect(screen.queryByRole('navigation')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: GIVE_UP }))
    expect(left).toEqual([])
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: GIVE_UP }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/plant/infos/data'))
    expect(left).toEqual([LEAVE])
  })

  it('disappears as soon as the right is revoked', async () => {
    let may = true
    open(() => (may ? Response.json(station) : noRight()))
    await screen.findByRole('heading', { level: 1, name: 'Lindenhof' })
    may = false
    await userEvent.click(screen.getByRole('button', { name: 'Again' }))
    await screen.findByText('You don’t have this permission: view data')
    expect(screen.queryByText('Lindenhof')).toBeNull()
  })

  it('can be left for an organization by its administrators only', async () => {
    const acting = { ...person, organization: { id: 9, name: 'Sunrise Solar' } }
    open(noRight, { ...acting, identity: 'ORG_ADMIN' })
    await screen.findByRole('button', { name: GIVE_UP })
    cleanup()
    open(noRight, { ...acting, identity: 'ORG_USER' })
    await screen.findByText('You don’t have this permission: view data')
    expect(screen.queryByRole('button', { name: GIVE_UP })).toBeNull()
    expect(screen.getByRole('link', { name: 'To my plants' }).getAttribute('href')).toBe('/plant/infos/data')
  })

  it('is reported as not found to a stranger, and reloaded after a server failure', async () => {
    open(() => refuse(404, { code: 'NOT_FOUND', no: 18 }))
    await screen.findByRole('heading', { level: 1, name: /plant/ })
    expect(screen.queryByRole('button', { name: GIVE_UP })).toBeNull()
    cleanup()
    open(() => refuse(500, { code: 'SERVER_FAILURE', no: 16 }))
    await screen.findByRole('button', { name: 'Retry' })
    expect(screen.queryByRole('button', { name: GIVE_UP })).toBeNull()
  })
})

describe('adding a logger', () => {
  it('needs the right on the plant, and the function', async () => {
    const Can = () => <p>{useCurrentPlant().can('addPlantDevice') ? 'may add' : 'may not add'}</p>
    const frame = <PlantFrame key="frame" plantId={7} />
    const of = (isOn: number) => ({
      ...person,
      roleCodes: ['user'],
      functions: [{ code: functionOfRight.addPlantDevice, isOn }],
    })
    for (const [isOn, sentence] of [
      [2, 'may add'],
      [0, 'may not add'],
    ] as const) {
      open(() => Response.json(station), of(isOn), {}, [frame, <Can key="can" />])
      await screen.findByText(sentence)
      cleanup()
    }
  })
})

describe('a plant whose details cannot be fetched', () => {
  const Can = () => <p>{useCurrentPlant().can('editPlant') ? 'may edit' : 'may look'}</p>

  function openFromList(answer: () => Response) {
    const rows = [{ ...station, id: 7, roleCode: [{ code: 'editPlant', isOn: 1 }] }]
    const List = () => {
      const { data } = useInfiniteQuery(plantListQuery(''))
      return data ? <PlantFrame plantId={7} /> : null
    }
    open(answer, person, { 'POST /maintain-s/operating/station/search': () => ({ total: 1, data: rows }) }, [
      <List key="list" />,
      <Can key="can" />,
    ])
  }

  it("stays, with the list's data and the plant's own role codes", async () => {
    openFromList(() => refuse(500, { code: 'SERVER_FAILURE', no: 16 }))
    await screen.findByRole('heading', { level: 1, name: 'Lindenhof' })
    await screen.findByText('may edit')
  })

  it('says that a listed plant no longer exists', async () => {
    openFromList(() => refuse(404, { code: 'NOT_FOUND', no: 18 }))
    await screen.findByRole('heading', { level: 1, name: /does not exist/ })
  })

  it('is asked for in the language of the page', async () => {
    const asked: string[] = []
    open(({ url }) => {
      asked.push(url)
      return Response.json(station)
    })
    await screen.findByRole('heading', { level: 1, name: 'Lindenhof' })
    expect(asked[0]).toContain('language=en')
  })
})

describe('the layout "origin"', () => {
  afterEach(() => applyPreferences(startPreferences('')))

  it('shows the four earlier tabs, and the rest in a menu behind them', async () => {
    applyPreferences({ ...startPreferences(''), layoutVersion: 'origin' })
    open(() => ({ ...station, externalRoleCode: [] }))
    const tabs = await screen.findByRole('navigation', { name: 'Lindenhof' })
    await waitFor(() => expect(within(tabs).getAllByRole('link')).toHaveLength(4))
    expect(namesIn(tabs)).toEqual(['Data', 'Devices', 'Alarms', 'Sharing'])
    await userEvent.click(within(tabs).getByRole('button', { name: 'More' }))
    const entry = await screen.findByRole('menuitemradio', { name: 'Performance' })
    expect(entry.getAttribute('href')).toBe('/plant/infos/performance?id=7')
  })
})

describe('the layout "1.5.3"', () => {
  afterEach(() => applyPreferences(startPreferences('')))

  it('has a tab for each page of the specification', async () => {
    applyPreferences({ ...startPreferences(''), layoutVersion: '1.5.3' })
    open(() => ({ ...station, externalRoleCode: [] }))
    const tabs = await screen.findByRole('navigation', { name: 'Lindenhof' })
    await waitFor(() => expect(within(tabs).getAllByRole('link').length).toBeGreaterThan(4))
    expect(namesIn(tabs)).toEqual([
      'Data',
      'Alarms',
      'Devices',
      'Performance',
      'Data quality',
      'Sharing',
      'Data export',
      'Panel layout',
    ])
    expect(within(tabs).queryByRole('button', { name: 'More' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Plant settings' })).toBeTruthy()
  })
})

describe.each(['1.5.3', 'origin'] as const)('the layout "%s"', (layoutVersion) => {
  afterEach(() => applyPreferences(startPreferences('')))

  it('has a door to "What if?"', async () => {
    applyPreferences({ ...startPreferences(''), layoutVersion })
    open(() => ({ ...station, externalRoleCode: [] }))
    const door = await screen.findByRole('link', { name: 'What if?' })
    expect(door.getAttribute('href')).toBe('/plant/infos/what-if?id=7')
  })

  it('has the panel layout for editors before it was begun', async () => {
    applyPreferences({ ...startPreferences(''), layoutVersion })
    const find = async (codes: readonly string[]) => {
      open(() => ({ ...station, externalRoleCode: codes.map((code) => ({ code, isOn: 1 })) }))
      const tabs = within(await screen.findByRole('navigation', { name: 'Lindenhof' }))
      if (layoutVersion === 'origin') await userEvent.click(tabs.getByRole('button', { name: 'More' }))
      await screen.findByText('Performance')
      return screen.queryByText('Panel layout')
    }
    expect(await find(['viewPlantInfo', 'editPlant'])).not.toBeNull()
    cleanup()
    expect(await find(['viewPlantInfo'])).toBeNull()
  })
})

describe('the tabs of a plant', () => {
  const find = async (page: string, detail: object = {}) => {
    open(() => ({ ...station, externalRoleCode: [], ...detail }), person, {}, undefined, page)
    return screen.findByRole('navigation', { name: 'Lindenhof' })
  }

  it('are five, by what a person wants', async () => {
    const tabs = await find('data')
    expect(namesIn(tabs)).toEqual(['Today', 'Alarms', 'Devices', 'Analysis', 'More'])
    expect(within(tabs).getByRole('link', { current: 'page' }).textContent).toBe('Today')
    expect(within(tabs).getByRole('link', { name: 'Analysis' }).getAttribute('href')).toBe(
      '/plant/infos/performance?id=7',
    )
    // One page needs no second row.
    expect(screen.queryByRole('navigation', { name: 'Today' })).toBeNull()
  })

  it('have their pages in a second row', async () => {
    const tabs = await find('quality')
    expect(within(tabs).getByRole('link', { current: 'page' }).textContent).toBe('Analysis')
    const pages = screen.getByRole('navigation', { name: 'Analysis' })
    expect(namesIn(pages)).toEqual(['Performance', 'Letter', 'Data quality', 'Forecast', 'Explorer', 'What if?'])
    expect(within(pages).getByRole('link', { current: true }).textContent).toBe('Data quality')
  })

  it('have no door to parts that the plant has not', async () => {
    await find('device')
    expect(screen.queryByRole('navigation', { name: 'Devices' })).toBeNull()
    cleanup()
    await find('device', { hasComponentLayout: true, gridInterconnectionType: 'BATTERY_BACKUP' })
    expect(namesIn(screen.getByRole('navigation', { name: 'Devices' }))).toEqual(['Devices', 'Battery', 'Panel layout'])
    cleanup()
    // An address that somebody sent opens all the same.
    await find('battery')
    expect(namesIn(screen.getByRole('navigation', { name: 'Devices' }))).toEqual(['Devices', 'Battery'])
  })

  it('follow the keys "." and ","', async () => {
    await find('alert')
    await userEvent.keyboard('.')
    expect(screen.getByTestId('address').textContent).toBe('/plant/infos/device?id=7')
    cleanup()
    await find('battery')
    await userEvent.keyboard(',')
    expect(screen.getByTestId('address').textContent).toBe('/plant/infos/alert?id=7')
  })

  it('go on from where the last key leads, before its page is drawn', async () => {
    await find('relate')
    await act(async () => {
      for (const key of 'gd.') fireEvent.keyDown(document.body, { key })
    })
    expect(screen.getByTestId('address').textContent).toBe('/plant/infos/performance?id=7')
  })
})

describe('the name of the page', () => {
  it.each([
    ['accuracy', 'Lindenhof · How good were the forecasts? · Heliograph'],
    ['import', 'Lindenhof · Import history · Heliograph'],
    ['alert', 'Lindenhof · Alarms · Heliograph'],
    ['alarm', 'Lindenhof · Alarms · Heliograph'],
    ['device/add', 'Lindenhof · Devices · Heliograph'],
    ['detail', 'Lindenhof · Plant settings · Heliograph'],
  ])('is that of %s', async (page, title) => {
    open(() => Response.json(station), person, {}, [<PlantFrame key="frame" plantId={7} />, <Again key="tab" />], page)
    await waitFor(() => expect(document.title).toBe(title))
  })
})
