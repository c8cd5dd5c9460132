import type { GrayImage } from '../gray-image.ts'
import type { FoundCode } from '../grid-of-codes.ts'
import type { Corners, Point } from '../plane-geometry.ts'
import { type BarProfile, MARGIN, PER_PX, profileOf, reversed, sharpen, valueAt } from './bar-profile.ts'
import { type Symbology, symbologies } from './bar-symbols.ts'
import type { BarBlock } from './find-bars.ts'

/**
 * How a row of bars lies in a profile: its first and last edge (samples), how much wider its far modules are than its
 * near ones, and the blur (standard deviation, samples).
 */
type Lie = Readonly<{ start: number; end: number; drift: number; blur: number }>
type Guess = Readonly<{ symbology: Symbology; count: number; isReversed: boolean }>
/**
 * @param misfit share of the profile's variance that the symbols do not explain @param worst the same of the single
 * symbol that fits worst
 */
type Fit = Readonly<{
  lie: Lie
  symbols: readonly number[]
  misfit: number
  worst: number
  margin: number
  light: Light
}>

/** What a reader has learned of a picture: labels of one maker are alike. */
export type BarMemory = { guess?: Guess; blurPx?: number; searches: number }

const LEAST_MODULE_PX = 1.1
const MOST_MODULE_PX = 12
const BLURS_PX = [0.8, 2] as const
const LEAST_SYMBOLS = 6
const MOST_SYMBOLS = 26
/** Guesses that are fitted closely, of those that are tried roughly. */
const CLOSE_GUESSES = 3
const ROUGH_GUESSES = 12
/** A label that lies aslant before the camera is wider on one side. */
const DRIFTS = [-0.08, -0.055, -0.036, -0.018, 0, 0.018, 0.036, 0.055, 0.08] as const
const ROUGH_DRIFTS = [-0.045, 0, 0.045] as const
const MOST_MISFIT = 0.25
const MOST_WORST = 0.6
/** Empty paper beside a code, modules, and how dark it may be there. */
const QUIET = 7
const MOST_DARK = 0.3
/** How much worse everything else that the bars could say must fit. */
const LEAST_LEAD = 1.15
/** Blocks of a picture for which everything is tried: a fifth of a second each. */
const MOST_SEARCHES = 20
/** Parts of a module by which ends are moved. */
const STEPS = [0.5, 0.25, 0.12, 0.06] as const
const HALF_STEPS = [0.5, 0.2] as const
/** How much more likely each symbol must be than the next best one, as a difference of squared residuals. */
const LEAST_MARGIN = 4
const HALF_MARGIN = 6
const CLEAR_MARGIN = 15
/** Samples of a profile per module. */
const PER_MODULE = 4
const TAIL = 2

/**
 * Reads the barcode of a block by what the picture must look like for each symbol: bars that blur has run into each
 * other still leave their trace in the brightness along the row. Only what both halves of the bars' height say, and what
 * is much more likely than anything else.
 * @param onlyAlike tries only what the picture's other labels were
 */
export function readBlurredBars(
  image: GrayImage,
  block: BarBlock,
  memory: BarMemory,
  onlyAlike = false,
): FoundCode | undefined {
  const sharp = sharpen(image, block)
  const profile = profileOf(image, sharp, -0.4, 0.4)
  const ends = endsOf(profile)
  if (ends === undefined) return undefined
  const backwards = reversed(profile)
  const seenBy = ({ isReversed }: Guess): BarProfile => (isReversed ? backwards : profile)
  const tried = (guess: Guess, drifts: readonly number[]): readonly Candidate[] => {
    const last = profile.values.length - 1
    const [start, end] = guess.isReversed ? [last - ends[1], last - ends[0]] : ends
    const blurs = memory.blurPx === undefined ? BLURS_PX : [memory.blurPx]
    const fits = drifts.flatMap((drift) =>
      blurs.flatMap((px) => decode(seenBy(guess), guess, { start, end, drift, blur: px * PER_PX }, undefined, 1) ?? []),
    )
    return byMisfit(fits.map((fit) => ({ guess, fit }))).slice(0, 1)
  }
  const close = (guesses: readonly Guess[]): readonly Candidate[] => {
    const rough = byMisfit(guesses.flatMap((guess) => tried(guess, ROUGH_DRIFTS))).slice(0, ROUGH_GUESSES)
    const drifted = byMisfit(rough.flatMap(({ guess }) => tried(guess, DRIFTS))).slice(0, CLOSE_GUESSES)
    return byMisfit(drifted.map(({ guess, fit }) => ({ guess, fit: refine(seenBy(guess), guess, fit) })))
  }
  const accept = ([best, ...others]: readonly Candidate[]): FoundCode | undefined => {
    if (best === undefined) return undefined
    const { guess, fit } = best
    const text = guess.symbology.textOf(fit.symbols)
    if (text === undefined || fit.misfit > MOST_MISFIT || fit.margin < LEAST_MARGIN) return undefined
    if (fit.worst > MOST_WORST || !standsAlone(seenBy(guess), guess, fit)) return undefined
    const isRivaled = others.some(
      (other) => other.fit.misfit < LEAST_LEAD * fit.misfit && other.guess.symbology.textOf(other.fit.symbols) !== text,
    )
    if (isRivaled) return undefined
    const halves = [profileOf(image, sharp, -0.42, -0.02), profileOf(image, sharp, 0.02, 0.42)]
    const agree = halves.every((half) => {
      const seen = guess.isReversed ? reversed(half) : half
      const again = decode(seen, guess, fit.lie)
      // Bars that run together in the distance lie a little aside there.
      const moved = again && refine(seen, guess, again, HALF_STEPS)
      if (moved === undefined) return false
      const others = moved.symbols.filter((symbol, i) => symbol !== fit.symbols[i]).length
      // One symbol at which a half can hardly decide does not speak against what the whole says clearly.
      return others === 0 || (others === 1 && moved.margin < HALF_MARGIN && fit.margin > CLEAR_MARGIN)
    })
    if (!agree) return undefined
    memory.guess = guess
    memory.blurPx = fit.lie.blur / PER_PX
    return { text, kind: guess.symbology.kind, corners: cornersOf(sharp, seenBy(guess), fit.lie) }
  }
  const alike = memory.guess && accept(close([memory.guess]))
  if (alike || onlyAlike || memory.searches >= MOST_SEARCHES) return alike
  memory.searches += 1
  return accept(close(guessesFor((ends[1] - ends[0]) / PER_PX)))
}

type Candidate = Readonly<{ guess: Guess; fit: Fit }>
const byMisfit = (all: readonly Candidate[]): readonly Candidate[] =>
  [...all].sort((a, b) => a.fit.misfit - b.fit.misfit)

const unitsOf = ({ symbology, count }: Guess): number => (count - 1) * symbology.pitch + symbology.lastPitch
const moduleOf = (guess: Guess, start: number, end: number): number => (end - start) / unitsOf(guess)

function guessesFor(lengthPx: number): readonly Guess[] {
  const guesses: Guess[] = []
  for (const symbology of symbologies)
    for (let count = LEAST_SYMBOLS; count <= MOST_SYMBOLS; count += 1) {
      const modulePx = lengthPx / unitsOf({ symbology, count, isReversed: false })
      if (modulePx < LEAST_MODULE_PX || modulePx > MOST_MODULE_PX) continue
      for (const isReversed of [false, true]) guesses.push({ symbology, count, isReversed })
    }
  return guesses
}

/** Whether there is paper on both sides: else it is a part of a longer code, which says something else. */
function standsAlone(profile: BarProfile, guess: Guess, { lie, light }: Fit): boolean {
  const module = moduleOf(guess, lie.start, lie.end)
  const near = 1.5 * module + 2 * lie.blur
  const isPaper = (at: number): boolean => {
    const t = ((at - lie.start) / module + TAIL) * PER_MODULE
    return paperAt(light, t) - valueAt(profile, at) < MOST_DARK * depthAt(light, t)
  }
  for (let by = near; by < QUIET * module; by += 1) {
    const [before, behind] = [lie.start - by, lie.end + by]
    if (before >= 0 && !isPaper(before)) return false
    if (behind < profile.values.length && !isPaper(behind)) return false
  }
  return true
}

/** The first and the last edge, samples: where the profile leaves the paper beside it. */
function endsOf({ values }: BarProfile): readonly [number, number] | undefined {
  const sorted = values.slice().sort()
  const [dark, bright] = [
    sorted[Math.floor(values.length * 0.05)] as number,
    sorted[Math.floor(values.length * 0.95)] as number,
  ]
  if (bright - dark < 6) return undefined
  const edge = (from: number, by: 1 | -1): number => {
    const span = Math.floor((MARGIN + 24) * PER_PX)
    let paper = 0
    for (let i = 0; i < 10; i += 1) paper = Math.max(paper, values[from + by * (MARGIN * PER_PX - 12 - i)] ?? 0)
    const level = paper - 0.3 * (paper - dark)
    for (let i = MARGIN * PER_PX - 22; i < span; i += 1) {
      const [here, next] = [values[from + by * i] as number, values[from + by * (i + 1)] as number]
      if (here >= level && next < level) return from + by * (i + (here - level) / Math.max(1e-9, here - next))
    }
    return from + by * MARGIN * PER_PX
  }
  const [start, end] = [edge(0, 1), edge(values.length - 1, -1)]
  return end - start > 60 ? [start, end] : undefined
}

/** Brightness at equal steps of a module, from `TAIL` modules before the first edge to as many behind the last. */
function resample(profile: BarProfile, units: number, { start, end, drift }: Lie): Float64Array {
  const count = Math.round((units + 2 * TAIL) * PER_MODULE)
  const values = new Float64Array(count)
  for (let i = 0; i < count; i += 1) {
    const t = ((i + 0.5) / PER_MODULE - TAIL) / units
    values[i] = valueAt(profile, start + (end - start) * (t + drift * t * (1 - t)))
  }
  return values
}

type Templates = Readonly<{ length: number; shapes: readonly Float64Array[]; mean: Float64Array }>

/** How dark each symbol makes its surroundings, from `TAIL` modules before it on. */
function templatesOf({ symbols, pitch, lastPitch, inner }: Symbology, blurModules: number): Templates {
  const length = Math.round((Math.max(pitch, lastPitch) + 2 * TAIL) * PER_MODULE)
  const shapes = symbols.map((bars) => {
    const shape = new Float64Array(length)
    for (let i = 0; i < length; i += 1) {
      const at = (i + 0.5) / PER_MODULE - TAIL
      let dark = 0
      for (const [from, to] of bars) dark += normal((at - from) / blurModules) - normal((at - to) / blurModules)
      shape[i] = dark
    }
    return shape
  })
  const mean = new Float64Array(length)
  for (const symbol of inner)
    for (let i = 0; i < length; i += 1)
      mean[i] = (mean[i] as number) + ((shapes[symbol] as Float64Array)[i] as number) / inner.length
  return { length, shapes, mean }
}

/** The normal distribution function (Abramowitz and Stegun 26.2.17; error below 1e-7). */
function normal(z: number): number {
  if (z > 5) return 1
  if (z < -5) return 0
  const t = 1 / (1 + 0.2316419 * Math.abs(z))
  const tail =
    Math.exp((-z * z) / 2) *
    0.3989422804 *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return z > 0 ? 1 - tail : tail
}

const cache = new Map<string, Templates>()
function templates(symbology: Symbology, blurModules: number): Templates {
  const rounded = Math.round(blurModules * 25) / 25
  const key = `${symbology.kind} ${symbology.pitch} ${rounded}`
  const found = cache.get(key) ?? templatesOf(symbology, Math.max(0.08, rounded))
  if (cache.size > 200) cache.clear()
  cache.set(key, found)
  return found
}

/** The likeliest symbols where a row lies; neighbors run into each other, so each is chosen again with them known. */
function decode(profile: BarProfile, guess: Guess, lie: Lie, known?: readonly number[], rounds = 3): Fit | undefined {
  const { symbology, count } = guess
  const units = unitsOf(guess)
  const module = moduleOf(guess, lie.start, lie.end)
  const { shapes, mean, length } = templates(symbology, lie.blur / module)
  const seen = resample(profile, units, lie)
  const offsets = Array.from({ length: count }, (_, i) => Math.round(i * symbology.pitch * PER_MODULE))
  const symbols: (number | undefined)[] = Array.from({ length: count }, (_, i) =>
    i === count - 1 ? symbology.last : i === 0 ? symbology.first[0] : known?.[i],
  )
  const model = new Float64Array(seen.length)
  const put = (i: number, sign: 1 | -1): void => {
    const symbol = symbols[i]
    const shape = symbol === undefined ? mean : (shapes[symbol] as Float64Array)
    const from = offsets[i] as number
    for (let k = 0; k < length && from + k < model.length; k += 1)
      model[from + k] = (model[from + k] as number) + sign * (shape[k] as number)
  }
  for (let i = 0; i < count; i += 1) put(i, 1)
  // Of a row of which nothing is known yet only the symbols at its ends tell how dark bars are.
  const end = Math.round((TAIL + symbology.pitch - 1) * PER_MODULE)
  let light: Light | undefined = known ? lightOf(seen, model, 0, 0) : lightOf(seen, model, end, seen.length - end)
  if (light === undefined) return undefined
  let margin = 0
  for (let round = 0; round < rounds; round += 1) {
    margin = Number.POSITIVE_INFINITY
    const residual = varianceOf(seen, model, light) || 1e-9
    let changed = false
    for (let i = 0; i < count; i += 1) {
      const candidates = i === 0 ? symbology.first : i === count - 1 ? [] : symbology.inner
      if (candidates.length < 2) continue
      put(i, -1)
      const from = offsets[i] as number
      let [best, least, second] = [-1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
      // What the symbol must add, in units of darkness.
      const wanted = new Float64Array(length)
      const weight = new Float64Array(length)
      for (let k = 0; k < length && from + k < model.length; k += 1) {
        const at = from + k
        const depth = depthAt(light, at)
        wanted[k] = paperAt(light, at) - (seen[at] as number) - depth * (model[at] as number)
        weight[k] = depth
      }
      for (const symbol of candidates) {
        const shape = shapes[symbol] as Float64Array
        let error = 0
        for (let k = 0; k < length && error < second; k += 1) {
          const off = (wanted[k] as number) - (weight[k] as number) * (shape[k] as number)
          error += off * off
        }
        if (error < least) [best, least, second] = [symbol, error, least]
        else if (error < second) second = error
      }
      if (symbols[i] !== best) changed = true
      symbols[i] = best
      put(i, 1)
      // Neighboring samples say much the same: about one in a module counts.
      margin = Math.min(margin, (second - least) / residual / PER_MODULE)
    }
    light = lightOf(seen, model, 0, 0) ?? light
    if (!changed && (known !== undefined || round > 0)) break
  }
  const misfit = varianceOf(seen, model, light) / Math.max(1e-9, varianceOf(seen))
  const width = Math.round(symbology.pitch * PER_MODULE)
  const worst = offsets.reduce((most, offset) => {
    const from = offset + TAIL * PER_MODULE
    const own = seen.subarray(from, from + width)
    const here: Light = [paperAt(light, from), light[1], depthAt(light, from), light[3]]
    const part = varianceOf(own, model.subarray(from, from + width), here) / Math.max(1e-9, varianceOf(own))
    return Math.max(most, part)
  }, 0)
  return { lie, symbols: symbols.map((symbol) => symbol ?? 0), misfit, worst, margin, light }
}

/** Paper and depth of the bars, each changing evenly along the row. */
type Light = readonly [number, number, number, number]
const paperAt = ([paper, slope]: Light, at: number): number => paper + slope * at
const depthAt = ([, , depth, slope]: Light, at: number): number => depth + slope * at

/** Least squares of `seen = paper + slope x - (depth + slope x) model`, without the samples between two. */
function lightOf(seen: Float64Array, model: Float64Array, skipFrom: number, skipTo: number): Light | undefined {
  const sums = [0, 1, 2, 3].map(() => new Float64Array(5))
  for (let i = 0; i < seen.length; i += 1) {
    if (i >= skipFrom && i < skipTo) continue
    const dark = model[i] as number
    const row = [1, i, -dark, -dark * i, seen[i] as number]
    for (let a = 0; a < 4; a += 1)
      for (let b = 0; b < 5; b += 1)
        (sums[a] as Float64Array)[b] =
          ((sums[a] as Float64Array)[b] as number) + (row[a] as number) * (row[b] as number)
  }
  for (let a = 0; a < 4; a += 1) {
    const pivot = sums[a] as Float64Array
    if (Math.abs(pivot[a] as number) < 1e-9) return undefined
    for (let other = 0; other < 4; other += 1) {
      if (other === a) continue
      const line = sums[other] as Float64Array
      const factor = (line[a] as number) / (pivot[a] as number)
      for (let b = a; b < 5; b += 1) line[b] = (line[b] as number) - factor * (pivot[b] as number)
    }
  }
  const [w = 0, ws = 0, d = 0, ds = 0] = sums.map((line, i) => (line[4] as number) / (line[i] as number))
  return d > 0 && d + ds * seen.length > 0 ? [w, ws, d, ds] : undefined
}

function varianceOf(seen: Float64Array, model?: Float64Array, light?: Light): number {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < seen.length; i += 1) {
    const expected = model && light ? paperAt(light, i) - depthAt(light, i) * (model[i] as number) : 0
    const off = (seen[i] as number) - expected
    sum += off
    squares += off * off
  }
  return model ? squares / seen.length : squares / seen.length - (sum / seen.length) ** 2
}

/** Moves the ends, the drift and the blur until the symbols fit best. */
function refine(profile: BarProfile, guess: Guess, first: Fit, steps: readonly number[] = STEPS): Fit {
  let best = first
  const module = moduleOf(guess, first.lie.start, first.lie.end)
  for (const step of steps) {
    for (let again = 0; again < 2; again += 1) {
      const before = best.misfit
      const { start, end, drift, blur } = best.lie
      const moves: readonly Lie[] = [
        ...[step, -step].flatMap((by) => [
          { start: start + by * module, end, drift, blur },
          { start, end: end + by * module, drift, blur },
          { start: start + by * module, end: end + by * module, drift, blur },
          { start, end, drift: drift + by * 0.02, blur },
        ]),
        { start, end, drift, blur: blur * (1 + step / 2) },
        { start, end, drift, blur: blur / (1 + step / 2) },
      ]
      for (const lie of moves) {
        const fit = decode(profile, guess, lie, best.symbols)
        if (fit !== undefined && fit.misfit < best.misfit) best = fit
      }
      if (best.misfit > 0.995 * before) break
    }
  }
  return best
}

function cornersOf({ center, length, height }: BarBlock, { across }: BarProfile, { start, end }: Lie): Corners {
  const at = (sample: number, side: -0.5 | 0.5): Point => {
    const u = sample / PER_PX - MARGIN - length / 2
    const v = side * height
    return { x: center.x + u * across.x - v * across.y, y: center.y + u * across.y + v * across.x }
  }
  return [at(start, -0.5), at(end, -0.5), at(end, 0.5), at(start, 0.5)]
}
