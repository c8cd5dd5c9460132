import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import { NEWEST_DAYS } from '../fill-fleet.ts'
import type { LinkName } from '../plant-spec.ts'
import type { Platform } from '../platform.ts'
import { answerSigns } from './answer-signs.ts'
import type { Home, Served } from './home.ts'
import { importPast } from './import-past.ts'
import { type Link, links } from './links.ts'
import { withPatience } from './with-patience.ts'

/** A home whose devices are asked, as a plant of the platform. */
export type Site = Readonly<{ plantId: number; home: Home; names: readonly LinkName[] }>

const HOST = '127.0.0.1'
const RETRY_MS = 5 * MINUTE_MS

export type OpenedSites = Readonly<{
  served: readonly Served[]
  /** The newest month comes in at once; the rest of the past from now on. */
  fillOlder: () => void
}>

type Opened = Readonly<{ site: Site; link: Link; served: Served; isKnown: boolean }>

/**
 * Serves the devices of all sites and has the server read them, where it does not already. It remembers their
 * addresses: what it reads keeps its port, anything else takes a free one.
 * @param ports that the server may read on this machine
 */
export async function openSites(
  options: Readonly<{
    platform: Platform
    sites: readonly Site[]
    ports: readonly number[]
    complain: (fault: unknown) => void
  }>,
): Promise<OpenedSites> {
  const { platform, sites, ports, complain } = options
  const known = await Promise.all(
    sites.map(async ({ plantId: id }) => {
      const { data } = await platform.call('GET /maintain-s/station/{id}/targets', { params: { id } })
      return data.map(({ way, port }) => ({ way, port }))
    }),
  )
  const kept = new Set(known.flat().map(({ port }) => port))
  const free = ports.filter((port) => !kept.has(port))
  const opened: Opened[] = []
  let wantOlder = (): void => {}
  for (const [index, site] of sites.entries())
    for (const name of site.names) {
      const link = links[name]
      const own = known[index] ?? []
      const before = own.findIndex(({ way }) => way === link.way)
      const [target] = before < 0 ? [] : own.splice(before, 1)
      try {
        const served = target ? await link.open(target.port, site.home) : await openFree(link, free, site.home)
        opened.push({ site, link, served, isKnown: target !== undefined })
      } catch (error) {
        complain(error)
      }
    }
  const isOlderWanted = new Promise<void>((resolve) => {
    wantOlder = resolve
  })
  void addAll()
  return { served: opened.map(({ served }) => served), fillOlder: () => wantOlder() }

  /** A server looks at a few addresses at once. */
  async function addAll(): Promise<void> {
    await Promise.all(
      sites.map(async (site) => {
        const missing = opened.filter(({ site: own, isKnown }) => own === site && !isKnown)
        for (const item of missing) {
          const targetId = await add(platform, item, complain)
          if (item.link.keepsPast) await takeKeptPast(platform, site.plantId, targetId)
        }
        if (missing.length > 0) void answerSigns(platform, site).catch(complain)
        const isNew = missing.length === site.names.length && !missing.some(({ link }) => link.keepsPast)
        if (!isNew) return
        const [newest, older] = splitPast(site.home)
        await importPast(platform, site.plantId, newest)
        await isOlderWanted
        await importPast(platform, site.plantId, older)
      }),
    ).catch(complain)
  }
}

/** The newest month of a home's past, and what lies before it. */
function splitPast({ model: { spec }, now, steps }: Home) {
  const { fromMs } = dayBounds(localDate(now() - NEWEST_DAYS * DAY_MS, spec.zone), spec.zone)
  const parts = [steps.filter(({ atMs }) => atMs >= fromMs), steps.filter(({ atMs }) => atMs <= fromMs)] as const
  return parts
}

/** The first of the ports that no other program has; it is taken from the list. @throws Error when none is left */
async function openFree(link: Link, free: number[], home: Home): Promise<Served> {
  for (;;) {
    const port = free.shift()
    if (port === undefined) throw new Error(`No port is left for ${home.model.spec.name}`)
    try {
      return await link.open(port, home)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

/** Looks what answers and adds it, as a person does; a device that does not answer is looked for again. */
async function add(
  platform: Platform,
  { site: { plantId: id }, link: { way, settings }, served: { port } }: Opened,
  complain: (fault: unknown) => void,
): Promise<number> {
  for (;;) {
    try {
      const { data } = await withPatience(() =>
        platform.call('POST /maintain-s/station/{id}/targets/probe', {
          params: { id },
          body: { way, host: HOST, port, settings: { ...settings } },
        }),
      )
      const offers = data.map(({ offer }) => offer)
      if (offers.length > 0) {
        const body = { offers, name: '', pollSeconds: 10, storeSeconds: 60 }
        const call = () => platform.call('POST /maintain-s/station/{id}/targets', { params: { id }, body })
        return (await withPatience(call)).id
      }
    } catch (error) {
      complain(error)
    }
    await sleep(RETRY_MS)
  }
}

/** The years that a source has kept come in as history. */
async function takeKeptPast(platform: Platform, id: number, targetId: number): Promise<void> {
  const params = { id, targetId }
  await withPatience(() => platform.call('POST /maintain-s/station/{id}/targets/{targetId}/history', { params }))
}
