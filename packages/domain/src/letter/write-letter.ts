import { addMonths } from '../time.ts'
import type { Letter, LetterDoor, LetterLoss } from './letter.ts'
import type { BillDirection } from './utility-bill.ts'

/** A sentence by the key of its text, and its figures as the reader's language writes them. */
export type LetterSentence = Readonly<{ key: string; values: Readonly<Record<string, string | number>> }>
export type LetterItem = Readonly<{ sentences: readonly LetterSentence[]; door: LetterDoor | null }>
export type LetterPartName = 'made' | 'money' | 'lost' | 'alarms' | 'todo'
export type LetterPart = Readonly<{
  part: LetterPartName
  sentences: readonly LetterSentence[]
  items: readonly LetterItem[]
}>

/** How a reader's language writes figures and names. Units in the names of the arguments. */
export type LetterWords = Readonly<{
  energy: (energyWh: number) => string
  power: (powerW: number) => string
  hours: (durationMs: number) => string
  money: (amount: number, currency: string) => string
  percent: (percent: number) => string
  month: (month: string) => string
  date: (date: string) => string
  dayAndMonth: (date: string) => string
  loss: (loss: LetterLoss) => string
}>

/** Below it two months made the same. */
const SAME_SHARE = 0.01
/** A year before with fewer days is another thing. */
const LEAST_DAYS_SHARE = 0.9
/** A person remembers three things. */
const MOST_TODO = 3
/** Named days; more are a number. */
const MOST_DATES = 5
/** Below half a cent nothing is worth a word. */
const NOTHING = 0.005
/** Advice that costs a person time starts at this share of the expected energy. */
const WORTH_SHARE = 0.01

/** The letter in sentences, part by part, without those that have nothing to say. */
export function writeLetter(letter: Letter, words: LetterWords): readonly LetterPart[] {
  const parts: readonly LetterPart[] = [
    { part: 'made', sentences: writeMade(letter, words), items: [] },
    { part: 'money', sentences: writeMoney(letter, words), items: [] },
    { part: 'lost', sentences: writeLost(letter, words), items: listCauses(letter, words) },
    { part: 'alarms', sentences: writeAlarms(letter), items: listAlarms(letter, words) },
    writeTodo(letter, words),
  ]
  return parts.filter(({ sentences, items }) => sentences.length + items.length > 0)
}

const say = (key: string, values: LetterSentence['values'] = {}): LetterSentence => ({ key: `letter.${key}`, values })

function writeMade(letter: Letter, words: LetterWords): readonly LetterSentence[] {
  const { energies, isRunning, from, to } = letter
  const { producedWh, usedWh, toGridWh } = energies
  const month = words.month(letter.month)
  if (producedWh === null) return [say('made.unknown', { month }), ...writeGaps(letter, words)]
  const energy = words.energy(producedWh)
  const made =
    from > `${letter.month}-01`
      ? say('made.since', { from: words.dayAndMonth(from), to: words.dayAndMonth(to), energy })
      : isRunning
        ? say('made.soFar', { month, date: words.dayAndMonth(to), energy })
        : say('made', { month, energy })
  const split =
    usedWh === null || toGridWh === null
      ? []
      : [say('use', { used: words.energy(usedWh), toGrid: words.energy(toGridWh) })]
  return [made, ...compareYears(letter, words), ...split, ...writeGaps(letter, words)]
}

function compareYears(letter: Letter, words: LetterWords): readonly LetterSentence[] {
  const { energies, before, isRunning, month } = letter
  const { producedWh } = energies
  if (isRunning || producedWh === null) return []
  // A month that begins with the plant is said to have nothing before it.
  if (letter.from > `${month}-01`) return []
  if (before === null) return [say('before.none', { month: words.month(addMonths(month, -12)) })]
  const name = words.month(before.month)
  const energy = words.energy(before.producedWh)
  if (before.days < before.ofDays * LEAST_DAYS_SHARE)
    return [say('before.few', { month: name, days: before.days, ofDays: before.ofDays, energy })]
  const share = before.producedWh > 0 ? producedWh / before.producedWh - 1 : null
  if (share === null || Math.abs(share) < SAME_SHARE) return [say('before.same', { month: name, energy })]
  const key = share > 0 ? 'before.more' : 'before.less'
  return [say(key, { month: name, energy, share: words.percent(Math.abs(share) * 100) })]
}

function writeGaps({ missing, energies }: Letter, words: LetterWords): readonly LetterSentence[] {
  const { production } = missing
  if (production.length === 0 || energies.producedWh === null) return []
  return production.length > MOST_DATES
    ? [say('gaps', { days: production.length })]
    : [say('gaps.named', { days: production.length, dates: production.map(words.dayAndMonth).join(', ') })]
}

/** Earned: paid for feed-in. Saved: what the own use did not have to be purchased. */
export function earnedAndSaved({
  money,
}: Pick<Letter, 'money'>): Readonly<{ earned: number | null; saved: number | null }> {
  const { feedIn, savings } = money
  return { earned: feedIn, saved: savings === null ? null : savings - (feedIn ?? 0) }
}

function writeMoney(letter: Letter, words: LetterWords): readonly LetterSentence[] {
  const { money, currency, hasPrices, before, isRunning } = letter
  if (!hasPrices) return [say('money.noPrices')]
  const amount = (value: number): string => words.money(value, currency)
  const { earned, saved } = earnedAndSaved(letter)
  const sentences: LetterSentence[] = []
  if (earned !== null) sentences.push(say(earned < 0 ? 'owed' : 'earned', { amount: amount(Math.abs(earned)) }))
  if (saved !== null && saved > NOTHING) sentences.push(say('saved', { amount: amount(saved) }))
  if (money.cost !== null && money.withoutPlant !== null)
    sentences.push(say('cost', { cost: amount(money.cost), without: amount(money.withoutPlant) }))
  if (sentences.length === 0 && money.income !== null) sentences.push(say('worth', { amount: amount(money.income) }))
  // A month of which nothing is known is not worth a second sentence about it.
  if (sentences.length === 0) return letter.energies.producedWh === null ? [] : [say('money.unknown')]
  const [now, then] = [money.income, before?.money.income ?? null]
  const isWhole = !isRunning && before !== null && before.days >= before.ofDays * LEAST_DAYS_SHARE
  if (isWhole && now !== null && then !== null)
    sentences.push(say('money.before', { amount: amount(now), before: amount(then), month: words.month(before.month) }))
  return sentences
}

function writeLost({ sky }: Letter, words: LetterWords): readonly LetterSentence[] {
  if (sky === null) return [say('sky.unknown')]
  const { judgedDays, days, expectedWh, producedWh, losses } = sky
  const judged = say('sky', {
    judged: judgedDays,
    days,
    expected: words.energy(expectedWh),
    produced: words.energy(producedWh),
  })
  if (producedWh >= expectedWh) return [judged, say('sky.all')]
  const lost = words.energy(expectedWh - producedWh)
  return [judged, losses.length === 0 ? say('lost.noCause', { lost }) : say('lost', { lost })]
}

const listCauses = ({ sky, currency }: Letter, words: LetterWords): readonly LetterItem[] =>
  (sky?.losses ?? []).map((loss) => ({
    sentences: [
      loss.money === null
        ? say('cause', { cause: words.loss(loss), energy: words.energy(loss.energyWh) })
        : say('cause.money', {
            cause: words.loss(loss),
            energy: words.energy(loss.energyWh),
            amount: words.money(loss.money, currency),
          }),
      explainLoss(loss, words),
    ],
    door: null,
  }))

/** The meaning of a loss, as the page of the performance has it. */
function explainLoss({ kind, isHeld, deviceNames, limitW, heldMs }: LetterLoss, words: LetterWords): LetterSentence {
  const count = deviceNames.length
  return {
    key: `performance.why.${isHeld ? 'held' : kind}`,
    values: {
      who: count === 1 ? 'one' : count > 1 ? 'many' : 'plant',
      name: count === 1 ? (deviceNames[0] ?? '') : '',
      count,
      limit: limitW === null ? '' : words.power(limitW),
      hours: heldMs === null ? '' : words.hours(heldMs),
    },
  }
}

function writeAlarms({ alarms }: Letter): readonly LetterSentence[] {
  if (alarms === null) return []
  return [alarms.count === 0 ? say('alarms.none') : say('alarms', { count: alarms.count, open: alarms.open })]
}

const listAlarms = ({ alarms, month }: Letter, words: LetterWords): readonly LetterItem[] =>
  (alarms?.worst ?? []).map((alarm) => {
    const day = (date: string): string =>
      date.slice(0, 4) === month.slice(0, 4) ? words.dayAndMonth(date) : words.date(date)
    const values = { alarm: alarm.name, place: alarm.place, from: day(alarm.from) }
    const lasted =
      alarm.to === null
        ? say('alarm.open', values)
        : alarm.to === alarm.from
          ? say('alarm.day', values)
          : say('alarm.ended', { ...values, to: day(alarm.to) })
    const isLossy = alarm.lostWh !== null && alarm.lostWh > 0
    const isLonger = alarm.from.slice(0, 7) < month || alarm.to === null || alarm.to.slice(0, 7) > month
    const lost = isLossy
      ? [say(isLonger ? 'alarm.lost.all' : 'alarm.lost', { energy: words.energy(alarm.lostWh) })]
      : []
    return { sentences: [lasted, ...lost], door: null }
  })

function writeTodo(letter: Letter, words: LetterWords): LetterPart {
  const items = listTodo(letter, words).slice(0, MOST_TODO)
  // Where nothing is known, it is not known either that nothing is to be done.
  const isIdle = items.length === 0 && letter.energies.producedWh !== null
  return { part: 'todo', sentences: isIdle ? [say('todo.none')] : [], items }
}

/** Advice that follows from what is known, the most urgent first. */
function listTodo(letter: Letter, words: LetterWords): readonly LetterItem[] {
  const { alarms, sky, missing, hasPrices, meter } = letter
  const does = (door: LetterDoor, sentence: LetterSentence): LetterItem => ({ sentences: [sentence], door })
  const open = (alarms?.worst ?? []).filter(({ to }) => to === null)
  const worth = (kind: LetterLoss['kind']): LetterLoss | undefined =>
    sky?.losses.find((loss) => loss.kind === kind && loss.energyWh >= sky.expectedWh * WORTH_SHARE)
  const [soiling, strings, shade] = [worth('soiling'), worth('part-outage'), worth('shading')]
  const gaps = Math.max(missing.production.length, missing.grid.length)
  return [
    ...open.slice(0, 1).map(({ name, place }) => does('alarms', say('todo.alarm', { alarm: name, place }))),
    ...(strings ? [does('performance', say('todo.strings', { energy: words.energy(strings.energyWh) }))] : []),
    ...(soiling ? [does('performance', say('todo.soiling', { energy: words.energy(soiling.energyWh) }))] : []),
    ...(gaps > 0 ? [does('quality', say('todo.gaps', { days: gaps }))] : []),
    ...(shade ? [does('performance', say('todo.shading', { energy: words.energy(shade.energyWh) }))] : []),
    ...(hasPrices ? [] : [does('money', say('todo.prices'))]),
    ...(meter === 'none' ? [does('metering', say('todo.meter'))] : []),
  ]
}

export type LetterNumber = Readonly<{
  /** Key of the sentence before the figures, or in their place. */
  lead: 'letter.number.lead' | 'letter.number.none' | 'letter.number.unknown'
  figures: readonly Readonly<{ name: BillDirection; energyWh: number }>[]
  missingDays: number
}>

/** The one number: the energy that a bill of the same days should show, Wh, and on how many of them values are missing. */
export function numberOf({ energies, meter, missing }: Letter): LetterNumber {
  if (meter === 'none') return { lead: 'letter.number.none', figures: [], missingDays: 0 }
  const figures = (meter === 'grid' ? (['purchased', 'fedIn'] as const) : (['fedIn'] as const)).flatMap((name) => {
    const energyWh = energies[`${name}Wh`]
    return energyWh === null ? [] : [{ name, energyWh }]
  })
  if (figures.length === 0) return { lead: 'letter.number.unknown', figures, missingDays: 0 }
  const missingDays = missing[meter === 'grid' ? 'grid' : 'production'].length
  return { lead: 'letter.number.lead', figures, missingDays }
}
