import { splitPages } from '@heliograph/domain/photo-grid/paper-template.ts'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../delivery/reports/testing/read-pdf.ts'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { recognizePhoto } from './layout-photos.ts'
import { drawLabels, drawTemplate, photograph, type Sheet } from './testing/render-photo.ts'

const NAME = 'POST /maintain-s/station/layout/photo/recognition/{id}'
type Person = { userId: number; token: string }
let test: TestApp
let owner: Person
let viewer: Person
let plant: number
let foreign: number

beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-06-15T11:00:00Z'))
  owner = await addTestUser(test, 'owner')
  viewer = await addTestUser(test, 'viewer')
  plant = await addTestPlant(test.db, owner.userId)
  foreign = await addTestPlant(test.db, viewer.userId)
  await addMember(test.db, plant, viewer.userId, 'viewer')
})
afterAll(() => test.close())

const ask = async (bytes: Uint8Array, person = owner, id = plant) => {
  const body = { content: Buffer.from(bytes).toString('base64') }
  const reply = await inject(test.app, NAME, { params: { id }, body }, bearer(person.token))
  return { status: reply.statusCode, body: reply.json() }
}
type Cell = Readonly<{ row: number; column: number; serial: string | null }>
const serialsOf = ({ cells, rows }: Readonly<{ cells: readonly Cell[]; rows: number }>) =>
  Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.row === row).map(({ serial }) => serial))
const byHand = { perspective: 0.05, degrees: 7, shadow: 0.4, blur: 0.6, noise: 5, quality: 80 }
const white = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#fff' } })

describe('a photo of labels', () => {
  let sheet: Sheet
  let photo: Buffer
  beforeAll(async () => {
    sheet = await drawLabels({ rows: 3, columns: 4, format: 'Code128', seed: 5 })
    photo = await photograph(sheet.image, byHand, 5, 2_000)
  })

  it('is read into rows and columns, with the place of each label in the photo', async () => {
    const { status, body } = await ask(photo)
    expect([status, body.rows, body.columns, body.page]).toEqual([200, 3, 4, null])
    expect(serialsOf(body)).toEqual(sheet.serials)
    const { width, height } = await sharp(photo).metadata()
    expect([body.width, body.height]).toEqual([width, height])
    for (const { corners, confidence } of body.cells) {
      expect(confidence).toBeGreaterThan(0.9)
      for (const { x, y } of corners) expect(x > 0 && x < (width ?? 0) && y > 0 && y < (height ?? 0)).toBe(true)
    }
  })

  it('is read upright, however the camera was held', async () => {
    const held = await sharp(photo).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer()
    expect(serialsOf((await ask(held)).body)).toEqual(sheet.serials)
  })

  it('is for people who may edit the plant', async () => {
    expect((await ask(photo, viewer)).status).toBe(403)
    expect(await ask(photo, owner, foreign)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

describe('a photo of the paper template', () => {
  it('has the places of the whole group, and errors where nothing was read', async () => {
    const page = splitPages(9, 4).at(1)
    if (page === undefined) throw new Error('no second page')
    const sheet = await drawTemplate({ page, format: 'QRCode', seed: 11, missing: 0.2 })
    const grid = await recognizePhoto(await photograph(sheet.image, { ...byHand, degrees: 188 }, 3, 2_000), {
      account: 'mira',
    })
    expect([grid.rows, grid.columns, grid.page]).toEqual([9, 4, page])
    const expected = sheet.serials.flatMap((line, row) =>
      line.map((serial, column) => [
        row + page.firstRow,
        column,
        serial,
        serial === null ? 'RECOGNITION_ERROR' : undefined,
      ]),
    )
    expect(expected.some(([, , serial]) => serial === null)).toBe(true)
    expect(grid.cells.map(({ row, column, serial, error }) => [row, column, serial, error])).toEqual(expected)
  })
})

describe('what is no photo of labels', () => {
  it('is refused with the reason', async () => {
    const codeOf = async (bytes: Uint8Array) => (await ask(bytes)).body.code
    expect(await codeOf(await white(300, 200).png().toBuffer())).toBe('RECOGNITION_ERROR')
    expect(await codeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))).toBe(
      'IMAGE_UNREADABLE',
    )
    expect(await codeOf((await white(400, 300).jpeg().toBuffer()).subarray(0, 600))).toBe('IMAGE_UNREADABLE')
    // A few kilobytes that claim 81 megapixels.
    expect(await codeOf(await white(9_000, 9_000).png().toBuffer())).toBe('IMAGE_UNREADABLE')
  })

  it('waits its turn, and is turned away while others wait', async () => {
    const picture = await white(200, 200).png().toBuffer()
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => recognizePhoto(picture, { account: 'mira' }).catch(({ code }) => code as string)),
    )
    expect(codes.filter((code) => code === 'RECOGNITION_ERROR')).toHaveLength(5)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(3)
  })
})

describe('a file that describes modules', () => {
  const file = 'POST /maintain-s/station/layout/file/recognition/{id}'
  const read = async (bytes: Uint8Array | string, person = owner, id = plant) => {
    const body = { content: Buffer.from(bytes).toString('base64') }
    const reply = await inject(test.app, file, { params: { id }, body }, bearer(person.token))
    return { status: reply.statusCode, body: reply.json() }
  }
  const xml = (part: string) => `<?xml version="1.0" encoding="UTF-8"?>${part}`
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const sheet = (cells: string) =>
    xml(`<worksheet xmlns="${main}"><sheetData><row r="1">${cells}</row></sheetData></worksheet>`)
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`

  it('is read as a table or as sheets of a workbook', async () => {
    const csv = await read('Row;Column;Serial number\n1;1;A2210000001\n1;2;A2210000002\n')
    expect(csv).toMatchObject({ status: 200, body: { data: [{ rows: 1, columns: 2 }] } })
    const unicode = Buffer.from(
      '\ufeffN° de série\tRangée\tColonne\r\nA2210000001\t1\t1\r\nA2210000002\t2\t1\r\n',
      'utf16le',
    )
    expect(await read(unicode)).toMatchObject({ status: 200, body: { data: [{ rows: 2, columns: 1 }] } })
    const workbook = zipSync({
      'xl/workbook.xml': strToU8(
        xml(
          `<workbook xmlns="${main}" xmlns:r="${rels}"><sheets><sheet name="Demo" sheetId="1" r:id="r1"/>` +
            '<sheet name="Roof" sheetId="2" r:id="r2"/><sheet name="Old &amp; gone" sheetId="3" state="hidden" r:id="r1"/>' +
            '</sheets></workbook>',
        ),
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        xml(
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
            `<Relationship Id="r1" Type="${rels}/worksheet" Target="worksheets/sheet1.xml"/>` +
            `<Relationship Id="r2" Type="${rels}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
        ),
      ),
      'xl/worksheets/sheet1.xml': strToU8(sheet(cell('A1', 'X9990000001'))),
      'xl/worksheets/sheet2.xml': strToU8(sheet(cell('B1', 'A2210000003') + cell('C1', 'A2210000004'))),
    })
    expect((await read(workbook)).body.data).toMatchObject([
      { name: 'Roof', rows: 1, columns: 2, cells: [{ serial: 'A2210000003' }, { serial: 'A2210000004' }] },
    ])
  })

  it('is refused with the reason, and only for people who may edit the plant', async () => {
    const reason = async (bytes: Uint8Array | string) => (await read(bytes)).body.detail?.reason
    expect(await reason('time,power\n2026-05-01,5\n')).toBe('noLayout')
    expect(await reason('Serial;Model\nA2210000001;X\nA2210000002;X\n')).toBe('noPlaces')
    expect(await reason('0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n')).toBe('noLayout')
    expect(await reason(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toBe('noWorkbook')
    const huge = Array.from({ length: 4_000 }, (_, n) => `A221${String(n).padStart(7, '0')}`).join('\n')
    expect((await read(huge)).body).toMatchObject({ code: 'TOO_MANY', detail: { most: 3000 } })
    expect((await read('A2210000001', viewer)).status).toBe(403)
    expect((await read('A2210000001', owner, foreign)).status).toBe(404)
  })
})

describe('the paper template', () => {
  const name = 'GET /maintain-s/station/layout/template/{id}'

  it('is a PDF in the language of its reader, for people who may edit the plant', async () => {
    const get = (person: Person, id: number) =>
      inject(
        test.app,
        name,
        { params: { id }, query: { rows: '9', columns: '7', name: 'Süd', language: 'de' } },
        bearer(person.token),
      )
    const reply = await get(owner, plant)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    const pages = readPdf(reply.rawPayload)
    expect(pages).toHaveLength(4)
    expect(pages[3]?.join('')).toContain('Reihen 6–9 von 9, Spalten 5–7 von 7')
    expect([(await get(viewer, plant)).statusCode, (await get(owner, foreign)).statusCode]).toEqual([403, 404])
  })
})
