import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { isLanguage } from '@heliograph/domain/languages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AppIcon, appIcons, drawAppIcon, getAppManifest } from '../platform/branding/branding.ts'
import type { Db } from '../platform/db/database.ts'
import { visitorOf } from './relay-trust.ts'

const limited = { config: { rateLimit: { max: 120, timeWindow: MINUTE_MS } } }
const isIcon = (name: string): name is AppIcon => Object.hasOwn(appIcons, name)

/** The page as an app of the visited brand: chosen by host or by clientStyle, as everywhere. */
export function registerAppManifest(
  app: FastifyInstance,
  {
    db,
    origin,
    centerSecret,
    baseOf,
  }: Readonly<{
    db: Db
    origin: Parameters<typeof visitorOf>[1]
    centerSecret: string | undefined
    /** The path below which the visitor sees this server. */
    baseOf: (request: FastifyRequest) => string
  }>,
): void {
  const visitedOf = (request: FastifyRequest) => {
    const { clientStyle } = request.query as Readonly<Record<string, unknown>>
    const { host } = visitorOf(request, origin, centerSecret)
    return { host, key: typeof clientStyle === 'string' ? clientStyle.slice(0, 60) : undefined }
  }
  app.get('/manifest.webmanifest', limited, async (request, reply) => {
    const { lan } = request.query as Readonly<Record<string, unknown>>
    const manifest = await getAppManifest(
      db,
      visitedOf(request),
      typeof lan === 'string' && isLanguage(lan) ? lan : 'en',
    )
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(moveManifest(manifest, baseOf(request))))
  })
  app.get<{ Params: { icon: string } }>('/app-icons/:icon', limited, async (request, reply) => {
    const { icon } = request.params
    if (!isIcon(icon)) throw new Refusal('NOT_FOUND')
    const bytes = await drawAppIcon(db, visitedOf(request), icon)
    return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(bytes)
  })
}

type Manifest = Awaited<ReturnType<typeof getAppManifest>>

const moveManifest = (manifest: Manifest, base: string): Manifest => ({
  ...manifest,
  id: `${base}${manifest.id}`,
  start_url: `${base}${manifest.start_url}`,
  scope: `${base}${manifest.scope}`,
  icons: manifest.icons.map((icon) => ({ ...icon, src: `${base}${icon.src}` })),
})
