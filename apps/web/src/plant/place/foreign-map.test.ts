import { toGcj02 } from '@heliograph/domain/gcj02.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openForeignMap, openSatellite } from './foreign-map.ts'

const shanghai = { latitudeDeg: 31.1774276, longitudeDeg: 121.5272106, radiusPx: 7, color: '#0a0' }
const berlin = { latitudeDeg: 52.52, longitudeDeg: 13.4, radiusPx: 9, color: '#f00' }
const never = () => expect.fail('refused')
/** What the maker's script did to its map. */
let done: unknown[][]

/** Scripts answer as a maker's server would: the global is there when the script has loaded. */
function serve(kind: 'AMap' | 'google', api: unknown, isUp = true): string[] {
  const addresses: string[] = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const script = nodes[0] as HTMLScriptElement
    addresses.push(script.getAttribute('src') ?? '')
    if (isUp) vi.stubGlobal(kind, api)
    queueMicrotask(() => (isUp ? script.onload?.(new Event('load')) : script.onerror?.(new Event('error'))))
  })
  return addresses
}
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const createAmap = () => {
  done = []
  return {
    Map: class {
      on = (_: string, listener: () => void) => queueMicrotask(listener)
      add = (marks: unknown[]) => done.push(['add', marks.length])
      remove = (marks: unknown[]) => done.push(['remove', marks.length])
      setFitView = () => done.push(['fit'])
      destroy = () => done.push(['destroy'])
    },
    CircleMarker: class {
      constructor(options: object) {
        done.push(['pin', (options as { center: unknown }).center])
      }
    },
  }
}

describe('a foreign map', () => {
  it('of amap shows places in China displaced, others where they are', async () => {
    const addresses = serve('AMap', createAmap())
    const map = await openForeignMap(document.createElement('div'), { kind: 'amap', key: 'k&1' }, never)
    expect(addresses).toEqual(['https://webapi.amap.com/maps?v=2.0&key=k%261'])
    map.showPins([shanghai, berlin])
    const drawn = toGcj02(shanghai)
    expect(drawn.longitudeDeg).not.toBe(shanghai.longitudeDeg)
    expect(done.slice(0, 2)).toEqual([
      ['pin', [drawn.longitudeDeg, drawn.latitudeDeg]],
      ['pin', [13.4, 52.52]],
    ])
    map.showPins([berlin])
    map.remove()
    expect(done.slice(2)).toEqual([
      ['add', 2],
      ['fit'],
      ['remove', 2],
      ['pin', [13.4, 52.52]],
      ['add', 1],
      ['fit'],
      ['destroy'],
    ])
  })

  it('of Google shows places where they are, and without a key comes from this server', async () => {
    const positions: unknown[] = []
    const addresses = serve('google', {
      maps: {
        Map: class {
          fitBounds = () => undefined
        },
        Marker: class {
          setMap = () => undefined
          constructor(options: object) {
            positions.push((options as { position: unknown }).position)
          }
        },
        LatLngBounds: class {
          extend = () => undefined
        },
        SymbolPath: { CIRCLE: 0 },
      },
    })
    const map = await openForeignMap(document.createElement('div'), { kind: 'googleMap', key: '' }, never)
    map.showPins([shanghai])
    expect(addresses).toEqual(['/map-script/googleMap'])
    expect(positions).toEqual([{ lat: 31.1774276, lng: 121.5272106 }])
    map.remove()
  })

  it('from above knows its scale, also where the service has no near picture', async () => {
    const options: Readonly<Record<string, unknown>>[] = []
    serve('google', {
      maps: {
        Map: class {
          getZoom = () => 18
          constructor(_: unknown, input: Readonly<Record<string, unknown>>) {
            options.push(input)
          }
        },
      },
    })
    const box = document.createElement('div')
    const picture = await openSatellite(box, { kind: 'googleMap', key: 'above' }, berlin, never)
    expect(options[0]).toMatchObject({ mapTypeId: 'satellite', zoom: 20, center: { lat: 52.52, lng: 13.4 } })
    expect(picture.metersPerPx).toBeCloseTo(0.363, 3)
    picture.remove()
  })

  it('that does not come is told, and asked for again the next time', async () => {
    const addresses = serve('AMap', undefined, false)
    const open = () => openForeignMap(document.createElement('div'), { kind: 'amap', key: 'other' }, never)
    await expect(open()).rejects.toThrow()
    await expect(open()).rejects.toThrow()
    expect(addresses).toHaveLength(2)
  })

  it('of amap that draws nothing, as for a bad key, is given up', async () => {
    vi.useFakeTimers()
    const api = createAmap()
    serve('AMap', {
      ...api,
      Map: class extends api.Map {
        override on = () => undefined
      },
    })
    const opened = expect(
      openForeignMap(document.createElement('div'), { kind: 'amap', key: 'bad' }, never),
    ).rejects.toThrow('draws nothing')
    await vi.advanceTimersByTimeAsync(11_000)
    await opened
    expect(done).toEqual([['destroy']])
    vi.useRealTimers()
  })

  it('of Google whose parts come by name waits for them', async () => {
    const maps: Record<string, unknown> = {}
    const asked: string[] = []
    maps.importLibrary = async (name: string) => {
      asked.push(name)
      maps.Map = class {}
    }
    serve('google', { maps })
    const map = await openForeignMap(document.createElement('div'), { kind: 'googleMap', key: 'late' }, never)
    map.remove()
    expect(asked).toEqual(['core', 'maps', 'marker'])
  })

  it('of Google that refuses its key later is told, once it is refused for good', async () => {
    serve('google', { maps: { Map: class {} } })
    const refused = vi.fn()
    const open = () => openForeignMap(document.createElement('div'), { kind: 'googleMap', key: 'spent' }, refused)
    await open()
    ;(window as unknown as { gm_authFailure: () => void }).gm_authFailure()
    expect(refused).toHaveBeenCalledOnce()
    await expect(open()).rejects.toThrow('No map of googleMap')
  })
})
