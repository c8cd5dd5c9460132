/** Plants whose changes come in bursts, handed on together with a gap between two times. */
export type PlantGatherer = Readonly<{ add: (plantIds: readonly number[]) => void; stop: () => void }>

/** @param take asks the database once for all plants that changed meanwhile; it tells its own failures */
export function gatherPlants(gapMs: number, take: (plantIds: readonly number[]) => Promise<void>): PlantGatherer {
  let waiting = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let tookAtMs = Number.NEGATIVE_INFINITY
  let isTaking = false

  const run = async (): Promise<void> => {
    timer = undefined
    isTaking = true
    tookAtMs = performance.now()
    const plantIds = [...waiting]
    waiting = new Set()
    await take(plantIds)
    isTaking = false
    arm()
  }
  const arm = (): void => {
    if (timer !== undefined || isTaking || waiting.size === 0) return
    timer = setTimeout(() => void run(), Math.max(0, tookAtMs + gapMs - performance.now())).unref()
  }
  return {
    add: (plantIds) => {
      for (const id of plantIds) waiting.add(id)
      arm()
    },
    stop: () => clearTimeout(timer),
  }
}
