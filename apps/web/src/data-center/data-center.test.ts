import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultBrand, toBrand } from '../api/brand.ts'
import { call, setTransport } from '../api/call.ts'
import { answerCalls, refuse } from '../testing/render.tsx'
import { buildCenter, chooseCenter, chosenCenter, findCentersOf, startCenter } from './data-center.ts'

const branding = {
  system: 'HELIOGRAPH',
  status: 'OK',
  supportLanList: [],
  textList: [
    { type: 'DATA_CENTER_CURRENT', lan: '', textInfo: 'CHINA' },
    { type: 'DATA_CENTER_VISIT_DOMAIN_2', lan: '', textInfo: 'FOREIGN_1' },
  ],
  colorList: [],
  apiKeyDtoList: [],
  blockFunctionCodeList: [],
  officalDomain: '',
  squareLogoLink: '',
  trackingCode: '',
  extendWeb: '',
}
const china = toBrand(branding)

let asked: string[]
beforeEach(() => {
  asked = []
  localStorage.clear()
  setTransport({ center: undefined, token: undefined })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ data: [], system: '' })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  setTransport({ center: undefined })
})

const askUser = async (): Promise<string | undefined> => {
  await call('GET /user-s/acc/org/login-user')
  return asked.at(-1)
}

describe('the data center of a call', () => {
  it("is the page's own until a region is chosen", async () => {
    expect([buildCenter(china), chosenCenter(china)]).toEqual(['CHINA', 'CHINA'])
    startCenter(china)
    expect(await askUser()).toBe('/mdc-cn/user-s/acc/org/login-user')
    chooseCenter('FOREIGN_1')
    expect(await askUser()).toBe('/mdc-eu/user-s/acc/org/login-user')
    expect(JSON.parse(localStorage.getItem('heliograph.region') ?? '')).toEqual({ code: 'INTL' })
    localStorage.setItem('heliograph.region', '{"code":"AF"}')
    chooseCenter('FOREIGN_1')
    expect(JSON.parse(localStorage.getItem('heliograph.region') ?? '')).toEqual({ code: 'AF' })
    expect(chosenCenter(china)).toBe('FOREIGN_1')
  })

  it('is in every call with one data center too, whatever region was chosen', async () => {
    localStorage.setItem('heliograph.region', '{"code":"AF"}')
    startCenter(toBrand({ ...branding, textList: branding.textList.slice(0, 1) }))
    expect(await askUser()).toBe('/mdc-cn/user-s/acc/org/login-user')
  })

  it('is absent with a brand, while the brand is not known, and in three calls', async () => {
    startCenter(toBrand({ ...branding, system: 'SOMEBODY' }))
    expect(await askUser()).toBe('/user-s/acc/org/login-user')
    startCenter(defaultBrand)
    expect(await askUser()).toBe('/user-s/acc/org/login-user')
    startCenter(china)
    await call('POST /backyard-api-s/oem/project/basic-info', { body: {} })
    expect(asked.at(-1)).toBe('/backyard-api-s/oem/project/basic-info')
    await call('GET /backyard-api-s/config/gee-test/enable')
    expect(asked.at(-1)).toBe('/backyard-api-s/config/gee-test/enable')
  })
})

describe('looking for an account', () => {
  const rows = [
    { center: 'CHINA', url: null, prefix: '/mdc-cn', isHere: true },
    { center: 'FOREIGN_1', url: null, prefix: '/mdc-eu', isHere: false },
  ]
  const credentials = { account: 'mira', password: 'Tidal-Wave_73' }

  it('asks every data center by its prefix, and takes no reply as no', async () => {
    startCenter(china)
    const sent: unknown[] = []
    const answers = answerCalls({
      'GET /mdc-cn/user-s/data-center': () => ({ here: 'CHINA', data: rows }),
      'POST /mdc-cn/user-s/acc/check-user': ({ body }) => {
        sent.push(body)
        return { exists: true, movedTo: 'FOREIGN_1' }
      },
      'POST /mdc-eu/user-s/acc/check-user': () => refuse(502, { code: 'CENTER_UNREACHABLE', no: 1 }),
    })
    vi.stubGlobal('fetch', answers)
    expect(await findCentersOf(credentials)).toEqual([
      { center: 'CHINA', exists: true, movedTo: 'FOREIGN_1' },
      { center: 'FOREIGN_1', exists: false, movedTo: null },
    ])
    expect(sent).toEqual([credentials])
    expect(await findCentersOf(credentials, { except: 'CHINA' })).toHaveLength(1)
  })
})
