import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { findViolations, nameViolation, watchPage } from '../checks.ts'
import { useDemo } from '../shared-demo.ts'
import { watchAnswers } from '../until-quiet.ts'
import { enterDemo } from './enter.ts'
import { readPageRoutes } from './page-routes.ts'

const SETTINGS = '/account/settings'

/** An address, and how the title of its page begins. Marks of the fleet stand in both. */
type Stop = readonly [address: string, title: string]
type Stops = Readonly<Record<string, readonly Stop[]>>

/** A light page of a frame like the others'. */
const BETWEEN: Stop = ['/plant/flow', 'How to read the power flow']

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Routes that lead on to another one. */
const forwards = [
  '/',
  '/plant',
  '/plant/infos',
  '/plant/infos/alarm',
  '/plant/infos/related',
  '/plant/infos/settings',
  '/application',
  '/application/detail',
  '/account',
  SETTINGS,
  // Who owns plants is led back.
  `${SETTINGS}/accountRevokeStep`,
  // Without the code of a provider.
  '/tencentLogin',
]

const signedOut: Stops = {
  '/login': [['/login', 'Sign in']],
  '/register': [['/register', 'Create your account']],
  '/forgetPassword': [['/forgetPassword', 'Set a new password']],
  '/invitation': [['/invitation?token=none', 'Invitation']],
  '/setup': [['/setup?token=none', 'This server is already set up']],
  '/reports/confirm': [['/reports/confirm?token=none', 'Reports by email']],
  '/reports/check': [['/reports/check', 'Check a signed file']],
  '/unsubscribe': [['/unsubscribe?token=none', 'This link is not valid.']],
  '/terms': [['/terms', 'Terms of service']],
  '/privacy': [['/privacy', 'Privacy']],
  '/version': [['/version', 'Version']],
  // As a link that was ended.
  '/largescreen/shared': [['/largescreen/shared#none', 'All plants']],
  '/account/cancelled': [['/account/cancelled', 'Your account has been deleted']],
}

/** Pages about one plant: the rest of their address behind /plant/infos, and of their title. */
const ofPlant = (route: string, title: string, addresses: readonly string[] = [route]): Stops => ({
  [`/plant/infos/${route}`]: addresses.map((address) => [
    `/plant/infos/${address}${address.includes('?') ? '&' : '?'}id={plant}`,
    `{plantName} · ${title}`,
  ]),
})
const ways = ['scan', 'agent', 'network', 'local', 'home', 'broker', 'api', 'meter']
const parts = ['', '/place', '/roof', '/money', '/metering', '/alarms', '/devices', '/danger']

const fleet: Stops = {
  '*': [['/nowhere', 'This page does not exist.']],
  '/largescreen': [['/largescreen', 'All plants']],
  '/plant/fleet': ['', '?as=cards', '?as=map', '?q=zzz'].map((look) => [`/plant/fleet${look}`, 'All plants']),
  '/alarms': ['', '?state=history', '?alarm={alarm}'].map((look) => [`/alarms${look}`, 'Alarms of all plants']),
  '/alarms/rules': [['/alarms/rules', 'Own alarm rules']],
  '/plant/flow': [BETWEEN],
  '/plant/bin': [['/plant/bin', 'Deleted plants']],
  '/plant/create': [['/plant/create', 'New plant']],
  '/messages': [['/messages', 'Messages']],
  '/explorer': [['/explorer', 'Explorer']],
  '/communicationReport': [['/communicationReport', 'Communication report']],
  '/reports': [['/reports', 'Reports of all plants']],
}

const plant: Stops = {
  ...ofPlant(
    'data',
    'Data',
    ['day', 'month', 'year', 'total'].map((view) => `data?view=${view}`),
  ),
  ...ofPlant('alert', 'Alarms'),
  // The other one has more inverters than a chart has lines.
  '/plant/infos/device': ['plant', 'large'].map((mark) => [
    `/plant/infos/device?id={${mark}}`,
    `{${mark}Name} · Devices`,
  ]),
  ...ofPlant('accuracy', 'How good were the forecasts?'),
  ...ofPlant('letter', 'Letter'),
  ...ofPlant('what-if', 'What if?'),
  ...ofPlant('device/add', 'Devices', ['device/add', ...ways.map((see) => `device/add?see=${see}`)]),
  ...ofPlant('battery', 'Battery'),
  ...ofPlant('device/replace', 'Devices'),
  ...ofPlant('performance', 'Performance'),
  ...ofPlant('device/connection', 'Devices', ['device/connection?target=1']),
  ...ofPlant('relate', 'Sharing'),
  ...ofPlant('device/lab', 'Devices'),
  ...ofPlant('quality', 'Data quality'),
  ...ofPlant('explorer', 'Explorer'),
  ...ofPlant('import', 'Import history'),
  ...ofPlant('photos', 'Pictures'),
  ...ofPlant('exportdata', 'Data export'),
  ...ofPlant('component-layout', 'Panel layout'),
  ...ofPlant(
    'detail/:part?',
    'Plant settings',
    parts.map((part) => `detail${part}`),
  ),
  '/device-detail': [['/device-detail?deviceId={device}&id={plant}', '{deviceName}']],
}

const account: Stops = {
  '/application/home': [['/application/home', 'Plans and services']],
  '/application/detail/largeScreen': [['/application/detail/largeScreen', 'Large screens']],
  '/application/detail/deviceCharge': [['/application/detail/deviceCharge', 'Data plans']],
  '/application/detail/messageCharge': [['/application/detail/messageCharge', 'Message costs']],
  '/application/detail/plugin': [['/application/detail/plugin?card=0', 'Page']],
  '/application/detail/insurance': [['/application/detail/insurance', 'Insurance']],
  ...Object.fromEntries(
    Object.entries({
      base: 'My account',
      common: 'Language and display',
      message: 'Notifications',
      security: 'Account security',
      'security-events': 'Security events',
      brand: 'Brands',
      operator: 'Notices, support, orders',
      instructions: 'User manual',
      udesk: 'Online service',
      suggestion: 'Feedback',
      organization: 'Organizations',
      'data-center': 'Data center',
      exportAccount: 'Export account data',
      accountRevoke: 'Delete account',
    }).map(([part, title]): [string, readonly Stop[]] => [`${SETTINGS}/${part}`, [[`${SETTINGS}/${part}`, title]]]),
  ),
}

/** The pages take turns: they share their parts, and each look costs a minute in all. EVERY_LOOK=1 shows each page in all. */
const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const
const isThorough = process.env.EVERY_LOOK === '1'

test('every route of the page is walked', () => {
  const walked = [signedOut, fleet, plant, account].flatMap((stops) => Object.keys(stops))
  expect([...walked, ...forwards].sort()).toEqual([...readPageRoutes()].sort())
})

test.describe('axe finds nothing', () => {
  const demo = useDemo()

  for (const [name, stops] of Object.entries({ signedOut, fleet, plant, account }))
    test(`at the pages of a ${name} walk`, async ({ page }) => {
      test.setTimeout(600_000)
      const watch = watchPage(page)
      const answers = watchAnswers(page)
      const marks = name === 'signedOut' ? {} : await readMarks(page, demo().url)
      const faults: string[] = []
      let last = ''
      for (const [at, stop] of Object.values(stops).flat().entries()) {
        const [address, title] = stop.map((text) =>
          text.replace(/\{(\w+)\}/g, (_, mark: string) => marks[mark] ?? mark),
        )
        if (address === undefined || title === undefined) continue
        const shown = isThorough ? looks : looks.slice(at % looks.length, (at % looks.length) + 1)
        for (const [turn, look] of shown.entries()) {
          await page.setViewportSize({ width: look.width, height: 900 })
          await page.emulateMedia({ colorScheme: look.colorScheme })
          if (turn === 0) {
            answers.forget()
            // Where the title stays, it does not say whether the page before has left.
            if (title === last) await follow(page, BETWEEN)
            await (at === 0 ? page.goto(demo().url + address) : follow(page, [address, title]))
            last = title
            await patient.poll(answers.isQuiet, { message: address, intervals: [50] }).toBe(true)
          }
          await untilShown(page, address)
          const violations = await findViolations(page, undefined, RULES)
          const found = [...violations.map(nameViolation), ...(await findKeys(page))]
          faults.push(...found.map((fault) => `${address} ${look.width} ${look.colorScheme}: ${fault}`))
        }
      }
      expect(faults).toEqual([])
      expect(watch.faults).toEqual([])
    })
})

test('axe finds what is wrong', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><head><title>Planted</title></head><body>
    <main><h1>Planted</h1><img src="data:," width="40" height="40"><button></button>
    <p style="color:#999;background:#fff">Pale words</p></main></body></html>`)
  const found = (await findViolations(page, undefined, RULES)).map(({ id }) => id)
  expect(found.sort()).toEqual(['button-name', 'color-contrast', 'image-alt'])
})

// A page whose answers wait behind others takes long on a busy machine.
const patient = expect.configure({ timeout: 60_000 })

/** As a link of the page would, until the title says that the page is there. */
async function follow(page: Page, [address, title]: Stop): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
  await patient.poll(() => page.title(), address).toContain(title)
}

/** Nothing stands in for a part of the page any more. */
async function untilShown(page: Page, address: string): Promise<void> {
  await patient(page.getByRole('heading').first(), address).toBeVisible()
  const standIns = page.locator('[data-part~=skeleton], [role=status][aria-label^=Loading], .splash, [aria-busy=true]')
  await patient(standIns, address).toHaveCount(0)
}

const LOCALE = new URL('../../packages/i18n/src/locales/en/', import.meta.url)
const KEYS = new Set(
  readdirSync(LOCALE).flatMap((file) => Object.keys(JSON.parse(readFileSync(new URL(file, LOCALE), 'utf8')))),
)

/** Keys that stand in the page where a text is missing. */
async function findKeys(page: Page): Promise<readonly string[]> {
  const words = (await page.locator('body').innerText()).match(/[\w-]+(\.[\w-]+)+/g) ?? []
  return words.filter((word) => KEYS.has(word))
}

/** Ids of the fleet that addresses name. */
async function readMarks(page: Page, url: string): Promise<Readonly<Record<string, string>>> {
  await enterDemo(page, url)
  const post = async (path: string, data: object) => {
    // A cookie alone changes and reads nothing for a page of another site.
    const reply = await page.request.post(`${url}/maintain-s/${path}`, { data, headers: { origin: url } })
    expect(reply.ok(), path).toBe(true)
    return reply.json()
  }
  const sorted = 'order.property=status&order.direction=DESC'
  const { data: plants } = await post(`operating/station/fleet?page=1&size=50&${sorted}`, {})
  const find = (start: string): { id: number; name: string } =>
    plants.find(({ name }: { name: string }) => name.startsWith(start))
  const [{ id, name }, large] = [find('Lindenhof'), find('Sierra')]
  const devices = await (await page.request.get(`${url}/maintain-s/fast/device/${id}/device-list`)).json()
  const { data: alarms } = await post('operating/alert/search?page=1&size=1', { status: 1, grouping: 'alert' })
  const device = devices.find(({ deviceType }: { deviceType: string }) => deviceType !== 'COLLECTOR')
  return {
    plant: String(id),
    plantName: name,
    large: String(large.id),
    largeName: large.name,
    device: String(device.deviceId),
    deviceName: device.deviceName,
    alarm: alarms[0].id,
  }
}
