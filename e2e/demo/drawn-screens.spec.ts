import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type AskedScreen, createScreenDrawer } from '@heliograph/server/http/first-screen.ts'
import { expect, type Page, test } from '@playwright/test'
import { useDemo } from '../shared-demo.ts'
import { enterDemo } from './enter.ts'

const PLANT = 15
/** Where answers name people, plants and places. */
const named = new Set(['account', 'nickname', 'email', 'name', 'locationAddress'])

type Answers = Readonly<Record<string, unknown>>

/** The answers of a document, as the page would take them. @param call that leads the screen: under load one is late */
async function readAnswers(page: Page, url: string, call: string): Promise<Answers> {
  let answers: Answers = {}
  await expect(async () => {
    const html = await (await page.request.get(url)).text()
    const [, text = '{}'] = /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(html) ?? []
    answers = JSON.parse(text)
    expect(text).toContain(call)
  }).toPass({ timeout: 60_000 })
  return answers
}

/** The answers of somebody else, whose every name says whose it is. */
const ownedBy = (who: string, answers: Answers): Answers =>
  JSON.parse(JSON.stringify(answers), (key, value) =>
    named.has(key) && typeof value === 'string' ? `${who} ${value}` : value,
  )

const without = (answers: Answers, part: string): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([call]) => !call.includes(part)))

const toAsked = (path: string, answers: Answers): AskedScreen => ({
  url: `http://localhost${path}`,
  languages: ['en'],
  cookies: 'lan=en',
  isWide: false,
  answers: JSON.stringify(answers),
})

test.describe('screens that the server draws', () => {
  // Fifty screens, on a machine that does other things as well.
  test.setTimeout(5 * MINUTE_MS)
  const demo = useDemo()

  test('show nothing of one person to another, in any order', async ({ page }) => {
    await enterDemo(page, demo().url)
    const plantPath = `/plant/infos/data?id=${PLANT}`
    const [plant, fleet, signIn] = await Promise.all([
      readAnswers(page, `${demo().url}${plantPath}`, '/detail'),
      readAnswers(page, `${demo().url}/plant/fleet`, 'station/fleet'),
      readAnswers(page, `${demo().url}/login`, 'registration'),
    ])
    const screens = {
      mira: toAsked(plantPath, ownedBy('Mira', plant)),
      miraFleet: toAsked('/plant/fleet', ownedBy('Mira', fleet)),
      miraFails: toAsked(plantPath, without(ownedBy('Mira', plant), '/detail')),
      tomo: toAsked(plantPath, without(without(ownedBy('Tomo', plant), 'alert/search'), 'forecast')),
      nobody: toAsked('/login', signIn),
    }
    const drawer = createScreenDrawer('apps/web/dist', { patienceMs: MINUTE_MS, hangingMs: MINUTE_MS })
    const draw = async (name: keyof typeof screens): Promise<string> =>
      JSON.stringify((await drawer.draw(screens[name], false)) ?? {})
    const names = Object.keys(screens) as (keyof typeof screens)[]
    for (const first of names)
      for (const next of names) {
        const drawn = await Promise.all([draw(first), draw(next)])
        for (const [at, name] of [first, next].entries()) {
          const others = ['Mira ', 'Tomo '].filter((who) => !name.startsWith(who.trim().toLowerCase()))
          for (const who of others) expect(drawn[at], `${name} after ${first}`).not.toContain(who)
        }
      }
    expect(await draw('mira')).toContain('Mira ')
    expect(await draw('miraFleet')).toContain('Mira ')
    expect(await draw('tomo')).toContain('Tomo ')
    expect(await draw('nobody')).toContain('password')
    await drawer.close()
  })
})
