/** Loss of an alarm; a part of a device is named, the whole is ''. `lostWh` is null where it is not known. */
export type AlarmLoss = Readonly<{ plantId: number; deviceId: number | null; part: string; lostWh: number | null }>
type Loss = AlarmLoss

/**
 * Total loss of alarms, Wh (or money, in its place). Unknown losses count as none. Alarms of one device may be about the same loss (a fault, and no power), and so may those
 * of a part and of the whole that it belongs to: there the greater one counts, and nothing twice.
 */
export function sumLosses(alarms: readonly Loss[]): number {
  const ofPart = greatestBy(alarms, ({ plantId, deviceId, part }) => `${plantId} ${deviceId ?? ''} ${part}`)
  const ofDevice = takeUp(ofPart, ({ part }) => part !== '', { part: '' })
  const ofPlant = takeUp(ofDevice, ({ deviceId }) => deviceId !== null, { deviceId: null })
  return ofPlant.reduce((sum, { lostWh }) => sum + (lostWh ?? 0), 0)
}

function greatestBy(losses: readonly Loss[], keyOf: (loss: Loss) => string): readonly Loss[] {
  const greatest = new Map<string, Loss>()
  for (const loss of losses) {
    const key = keyOf(loss)
    if ((loss.lostWh ?? 0) >= (greatest.get(key)?.lostWh ?? 0)) greatest.set(key, loss)
  }
  return [...greatest.values()]
}

/** Sums parts to a whole, and leaves of each whole the greater: the sum of its parts, or what was said of itself. */
function takeUp(losses: readonly Loss[], isPart: (loss: Loss) => boolean, whole: Partial<Loss>): readonly Loss[] {
  const wholes = new Map<string, Loss & { sumWh: number; ownWh: number }>()
  for (const loss of losses) {
    const up = { ...loss, ...whole }
    const key = `${up.plantId} ${up.deviceId ?? ''}`
    const known = wholes.get(key) ?? { ...up, sumWh: 0, ownWh: 0 }
    if (isPart(loss)) known.sumWh += loss.lostWh ?? 0
    else known.ownWh += loss.lostWh ?? 0
    wholes.set(key, known)
  }
  return [...wholes.values()].map((item) => ({ ...item, lostWh: Math.max(item.sumWh, item.ownWh) }))
}
