// Property tests draw the same cases in every run; PROPERTY_SEED draws others: a number, or "random".
import fc from 'fast-check'

const options = process.env.PROPERTY_SEED ?? '20261122'
if (options !== 'random') fc.configureGlobal({ seed: Number(options) })
