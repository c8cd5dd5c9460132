import { createHash } from 'node:crypto'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { bestHours } from '@heliograph/domain/forecast/best-hours.ts'
import { formatWeekdayAndDate } from '@heliograph/domain/format/date.ts'
import { formatMoney } from '@heliograph/domain/format/money.ts'
import { formatPercent } from '@heliograph/domain/format/number.ts'
import { formatEnergy } from '@heliograph/domain/format/scaled.ts'
import { formatTimeOfDay } from '@heliograph/domain/format/timestamp.ts'
import { getLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import { createTranslate } from '@heliograph/i18n/translate.ts'
import { listPlants, plantFigures } from '../../fleet/plants/plants.ts'
import { getPlantForecast } from '../../insight/forecast/forecast.ts'
import type { WeatherSettings } from '../../insight/weather/weather.ts'
import type { Db } from '../../platform/db/database.ts'
import { thisServer } from '../../platform/file-reader/file-reader.ts'
import { drawPicture } from '../../platform/pictures/pictures.ts'
import { drawHall, HALL_SIZE, type HallContent } from './draw-hall.ts'
import { openScreenLink } from './screen-links.ts'

const texts = await loadServerTexts('hall-picture')

export type HallPicture = Readonly<{ png: Buffer; tag: string }>
type Kept = Readonly<{ minute: number; picture: Promise<HallPicture> }>

/** Pictures of one minute; displays ask every few minutes. */
const MOST_KEPT = 200
const books = new WeakMap<Db, Map<string, Kept>>()

/**
 * The picture of the one plant that a link shows, 800 x 480 in black and white, at most a minute old. The link is looked
 * up each time, so that an ended one shows nothing more.
 * @throws Refusal NOT_FOUND: no such link, it shows no single plant, or its maker may not see that plant any more
 */
export async function openHallPicture(
  db: Db,
  weather: WeatherSettings,
  token: string,
  language: LanguageCode,
  nowMs: number,
): Promise<HallPicture> {
  const { link, holder } = await openScreenLink(db, token, nowMs)
  const { plantId } = link
  if (plantId === null) throw new Refusal('NOT_FOUND')
  const page = { holder, plantIds: [plantId], page: 1, size: 1, order: 'name', direction: 'ASC' } as const
  const { plants } = await listPlants(db, page, nowMs)
  if (!plants.some(({ member }) => member.rights.includes('viewPlantInfo'))) throw new Refusal('NOT_FOUND')
  const kept = books.get(db) ?? new Map<string, Kept>()
  books.set(db, kept)
  const key = `${link.id} ${language}`
  const minute = Math.floor(nowMs / MINUTE_MS)
  const known = kept.get(key)
  if (known?.minute === minute) return known.picture
  const picture = makePicture(db, weather, plantId, language, nowMs)
  kept.delete(key)
  kept.set(key, { minute, picture })
  for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old)
  try {
    return await picture
  } catch (error) {
    kept.delete(key)
    throw error
  }
}

async function makePicture(
  db: Db,
  weather: WeatherSettings,
  plantId: number,
  language: LanguageCode,
  nowMs: number,
): Promise<HallPicture> {
  const content = await readHall(db, weather, plantId, language, nowMs)
  const svg = drawHall(content, getLanguage(language).font)
  const question = { bytes: Buffer.from(svg), takes: ['svg'], isOurs: true } as const
  const form = { as: 'png', fit: 'whole', ...HALL_SIZE, isBlackAndWhite: true } as const
  const [{ bytes: png }] = await drawPicture(question, [form], thisServer)
  return { png, tag: createHash('sha256').update(png).digest('base64url').slice(0, 22) }
}

/** All that the picture says, in its reader's language and the plant's zone. */
export async function readHall(
  db: Db,
  weather: WeatherSettings,
  plantId: number,
  language: LanguageCode,
  nowMs: number,
): Promise<HallContent> {
  const { locale } = getLanguage(language)
  const translate = createTranslate(language, texts[language] ?? texts.en)
  const [figures, forecast] = await Promise.all([
    plantFigures(db, plantId, nowMs),
    getPlantForecast(db, weather, plantId, undefined, nowMs),
  ])
  const { now, day } = figures
  const { facts, lastAtMs, status, power } = now
  const { zone } = facts
  const today = localDate(nowMs, zone)
  const clock = (atMs: number): string =>
    localDate(atMs, zone) === today
      ? formatTimeOfDay(atMs, zone)
      : `${formatWeekdayAndDate(localDate(atMs, zone), locale)}, ${formatTimeOfDay(atMs, zone)}`
  const isStale = lastAtMs === null || status === 'silent' || status === 'late'
  const best = bestHours(forecast.hours, dayBounds(addDays(today, 1), zone))
  const { income } = day.money
  return {
    name: facts.name,
    date: formatWeekdayAndDate(today, locale),
    today: {
      label: translate('hall-picture.today'),
      value: formatEnergy(now.todayWh ?? day.energy.generation, locale),
      money: income === null ? null : formatMoney(income, facts.currency, locale),
    },
    battery:
      power.socPercent === null
        ? null
        : {
            label: translate('hall-picture.battery'),
            value: formatPercent(power.socPercent, locale, 0),
            share: Math.min(1, Math.max(0, power.socPercent / 100)),
          },
    tomorrow: {
      label: translate('hall-picture.tomorrow'),
      value: best ? `${formatTimeOfDay(best.fromMs, zone)} – ${formatTimeOfDay(best.toMs, zone)}` : '--',
      energy: best ? formatEnergy(best.energyWh, locale).text : '',
    },
    asOf: lastAtMs === null ? '--' : translate('hall-picture.asOf', { time: clock(lastAtMs) }),
    zone,
    stale: isStale ? translate('hall-picture.stale', { time: lastAtMs === null ? '--' : clock(lastAtMs) }) : null,
  }
}
