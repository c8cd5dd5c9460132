import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Platform } from './platform.ts'

/** An open page asks again when an announcement ends: so often it shows another percentage. */
const RENEWED_MS = MINUTE_MS / 3

export type Progress = Readonly<{
  /** Called as often as the caller likes; open pages show another percentage every 20 s. */
  show: (percent: number) => void
  end: () => Promise<void>
}>

const writeTexts = (percent: number) => ({
  en: {
    title: `History is being filled in: ${percent} %`,
    body: 'All plants are live. Their past follows, the newest month of all of them first.',
  },
  de: {
    title: `Der Verlauf wird aufgefüllt: ${percent} %`,
    body: 'Alle Anlagen laufen. Ihre Vergangenheit folgt, zuerst bei allen der jüngste Monat.',
  },
  zh: {
    title: `正在补充历史数据：${percent} %`,
    body: '所有电站均已在线。历史数据随后补充，先补各电站最近一个月。',
  },
})

/** Tells everybody on the page how far a fleet's history has come, as an announcement that ends with it. */
export function announceProgress(platform: Platform, now: () => number): Progress {
  let id: number | undefined
  let shownMs = Number.NEGATIVE_INFINITY
  let isOver = false
  let work: Promise<void> = Promise.resolve()
  const publish = async (percent: number): Promise<void> => {
    if (isOver) return
    const fromMs = now()
    const body = {
      level: 'info' as const,
      fromMs,
      untilMs: fromMs + RENEWED_MS * 1.5,
      texts: writeTexts(percent),
      link: '',
    }
    if (id === undefined) id = (await platform.call('POST /backyard-api-s/announcement', { body })).id
    else await platform.call('POST /backyard-api-s/announcement/{id}', { params: { id }, body })
  }
  // The records matter more than what is said of them.
  const enqueue = (task: () => Promise<void>): Promise<void> => {
    work = work.then(task).catch(() => undefined)
    return work
  }
  return {
    show(percent) {
      if (now() - shownMs < RENEWED_MS) return
      shownMs = now()
      void enqueue(() => publish(percent))
    },
    async end() {
      await enqueue(async () => {
        isOver = true
        if (id === undefined) return
        await platform.call('DELETE /backyard-api-s/announcement/{id}', { params: { id } })
        id = undefined
      })
    },
  }
}
