// Property tests draw the same cases in every run; PROPERTY_SEED draws others: a number, or "random".
import fc from 'fast-check'

const given = process.env.PROPERTY_SEED ?? '20261122'
if (given !== 'random') fc.configureGlobal({ seed: Number(given) })
