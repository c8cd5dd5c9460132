import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll, watchPage } from '../checks.ts'
import { useDemo } from '../shared-demo.ts'
import { enterDemo } from './enter.ts'

type Find = (page: Page) => Locator
/** A press, or what is typed into a field. */
type Step = Find | Readonly<{ field: Find; text: string }>

const named =
  (role: 'button' | 'link' | 'menuitem' | 'option' | 'radio' | 'checkbox' | 'gridcell', name: string | RegExp): Find =>
  (page) =>
    page.getByRole(role, { name, exact: true }).filter({ visible: true }).first()
const link = (name: string | RegExp): Find => named('link', name)
const button = (name: string | RegExp): Find => named('button', name)
const field =
  (name: string): Find =>
  (page) =>
    page.getByLabel(name, { exact: true }).filter({ visible: true }).first()
const PLANT = 15
const LARGE_PLANT = 4
const data = `/plant/infos/data?id=${PLANT}`
const sees =
  (text: string | RegExp) =>
  (page: Page): Promise<void> =>
    expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
const leadsTo =
  (address: RegExp) =>
  (page: Page): Promise<void> =>
    expect(page).toHaveURL(address)

type Task = Readonly<{
  name: string
  from: string
  /** A phone has its own where its places stand elsewhere. */
  way: readonly Step[]
  phone?: readonly Step[]
  /** The task has become longer where it takes more presses. */
  most: number
  isDone: (page: Page) => Promise<void>
  /** The fleet is left as it was. */
  undo?: readonly Step[]
}>

/** What owners, installers and offices come for, and how few presses each takes. */
const tasks: readonly Task[] = [
  { name: 'which plant needs somebody', from: '/plant/fleet', way: [], most: 0, isDone: sees(/Sierra Norte.*: Fault/) },
  { name: 'what the month earned', from: data, way: [link('Month')], most: 1, isDone: leadsTo(/view=month/) },
  { name: 'what yesterday earned', from: data, way: [button('Previous period')], most: 1, isDone: leadsTo(/date=/) },
  { name: 'why it was low', from: data, way: [link('Analysis')], most: 1, isDone: leadsTo(/performance/) },
  {
    name: 'whether the battery is well',
    from: data,
    way: [link('Battery')],
    most: 1,
    isDone: sees(/^The battery/),
  },
  {
    name: 'a neighbor for a week',
    from: data,
    way: [
      link('More'),
      button('Invite a person'),
      { field: field('Email'), text: 'neighbor@example.org' },
      button('A week'),
      button('Send invitation'),
    ],
    most: 4,
    isDone: sees('neighbor@example.org'),
    undo: [button(/^Withdraw/)],
  },
  {
    name: 'inverters side by side in June',
    from: `/plant/infos/data?id=${LARGE_PLANT}`,
    way: [link('Devices'), link(/^Compare inverters · 12 of 1[56]$/), button(/choose another/), named('option', /Jun/)],
    most: 4,
    isDone: leadsTo(/date=2026-06/),
  },
  {
    name: 'power in steps of five minutes as a file',
    from: data,
    way: [button('Download'), named('menuitem', /^More days/), button('Create file')],
    most: 3,
    isDone: sees(/^Plant power, 1 Jan \d+ – 31 Dec \d+$/),
    undo: [button(/^(Cancel|Delete) Plant power/)],
  },
  {
    name: 'plants on a wall',
    from: '/plant/fleet',
    way: [link('Screens'), button('Create link')],
    phone: [button('More'), named('menuitem', 'Screens'), button('Create link')],
    most: 3,
    isDone: sees(/largescreen\/shared#/),
    undo: [button('End the link Without a title')],
  },
  {
    name: 'another inverter in the place of a broken one',
    from: data,
    way: [link('Devices'), link('Replace a device')],
    most: 2,
    isDone: (page) => expect(field('Old device')(page)).toBeVisible(),
  },
]

const MOST_TABS = 150

/** The focused element shows that it is, on itself or on what stands for it, and is in sight. */
const focusFault = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return ''
    const shows = (element: Element | null | undefined): boolean =>
      [undefined, '::before', '::after'].some((part) => {
        if (!element) return false
        const { boxShadow, outlineStyle, outlineColor } = getComputedStyle(element, part)
        return boxShadow !== 'none' || (outlineStyle !== 'none' && !/, 0\)$/.test(outlineColor))
      })
    const around = [focused, focused.parentElement, focused.parentElement?.parentElement, focused.nextElementSibling]
    const { top, bottom } = focused.getBoundingClientRect()
    const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)}`
    if (!around.some(shows)) return `no ring around ${name}`
    return bottom <= 0 || top >= innerHeight ? `out of sight: ${name}` : ''
  })

/** By the Tab key, and by arrows within a group. */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = (): Promise<boolean> => target.evaluate((element) => element.contains(document.activeElement))
  for (let presses = 0; presses < MOST_TABS && !(await isThere()); presses++) {
    const arrow = await target.evaluate((element) => {
      const focused = document.activeElement
      if (element.matches('input[type=radio]') && element.closest('fieldset')?.contains(focused)) return 'ArrowDown'
      if (element.closest('[role=menu]')?.contains(focused)) return 'ArrowDown'
      return element.closest('[role=listbox]')?.contains(focused) ? 'ArrowLeft' : undefined
    })
    await page.keyboard.press(arrow ?? 'Tab')
    // What comes into sight may move there.
    await expect.poll(() => focusFault(page)).toBe('')
  }
  expect(await isThere(), `${target}`).toBe(true)
}

type Hand = Readonly<{ press: (page: Page, target: Locator) => Promise<void>; isPhone: boolean }>
const hands: Readonly<Record<string, Hand>> = {
  'by keyboard alone': {
    isPhone: false,
    async press(page, target) {
      await reach(page, target)
      const isBox = await target.evaluate((element) => element.matches('input[type=radio], input[type=checkbox]'))
      // An arrow has chosen it.
      if (!isBox) await page.keyboard.press('Enter')
    },
  },
  'by thumb at 390 px': {
    isPhone: true,
    async press(page, target) {
      await expect(target).toBeVisible()
      await expectNoSidewaysScroll(page)
      // A box or a dot is pressed anywhere on its label.
      const label = target.locator('xpath=self::input/ancestor::label')
      const pressed = (await label.count()) > 0 ? label : target
      const box = await pressed.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${target}`).toBeGreaterThanOrEqual(24)
      await pressed.tap()
    },
  },
}

test.describe('tasks', () => {
  const demo = useDemo()

  for (const [name, { press, isPhone }] of Object.entries(hands))
    test(`each is done ${name}`, async ({ browser }) => {
      test.slow()
      const context: BrowserContext = await browser.newContext({
        viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...(isPhone ? { hasTouch: true, isMobile: true } : {}),
      })
      const page = await context.newPage()
      const watch = watchPage(page)
      await enterDemo(page, demo().url)
      const walk = async (way: readonly Step[]): Promise<void> => {
        for (const step of way)
          if (typeof step === 'function') await press(page, step(page))
          else {
            if (isPhone) await step.field(page).tap()
            else await reach(page, step.field(page))
            await page.keyboard.type(step.text)
          }
      }
      for (const task of tasks)
        await test.step(task.name, async () => {
          await page.goto(demo().url + task.from)
          const way = (isPhone && task.phone) || task.way
          expect(way.filter((step) => typeof step === 'function').length).toBeLessThanOrEqual(task.most)
          await walk(way)
          await task.isDone(page)
          await walk(task.undo ?? [])
        })
      expect(watch.faults).toEqual([])
      await context.close()
    })
})
