/** The days on which something happens. */
export type DayKind = 'all' | 'workday' | 'weekend'

/**
 * A stretch of the day with raised consumption, W, with soft edges: full between from and to, minutes after midnight.
 */
export type Activity = Readonly<{
  fromMinute: number
  toMinute: number
  rampMinutes: number
  powerW: number
  days: DayKind
}>

/** A device that people switch on: its program, how often a day on average, and the span in which it starts. */
export type Appliance = Readonly<{
  program: readonly Readonly<{ powerW: number; minutes: number }>[]
  runsPerDay: number
  fromMinute: number
  toMinute: number
}>

/** Consumption of a home or business as data. Powers in W, durations in minutes. */
export type LoadProfile = Readonly<{
  baseW: number
  fridge: Readonly<{ powerW: number; periodMinutes: number; duty: number }>
  activities: readonly Activity[]
  appliances: readonly Appliance[]
}>

const kettle: Appliance = {
  program: [{ powerW: 2000, minutes: 3 }],
  runsPerDay: 3,
  fromMinute: 390,
  toMinute: 1320,
}
const hob: Appliance = {
  program: [
    { powerW: 2200, minutes: 8 },
    { powerW: 1100, minutes: 25 },
  ],
  runsPerDay: 1.1,
  fromMinute: 1050,
  toMinute: 1200,
}
const washer: Appliance = {
  program: [
    { powerW: 2000, minutes: 18 },
    { powerW: 180, minutes: 60 },
    { powerW: 450, minutes: 8 },
  ],
  runsPerDay: 0.5,
  fromMinute: 480,
  toMinute: 1200,
}
const dishwasher: Appliance = {
  program: [
    { powerW: 1900, minutes: 15 },
    { powerW: 90, minutes: 40 },
    { powerW: 1900, minutes: 12 },
  ],
  runsPerDay: 0.7,
  fromMinute: 1140,
  toMinute: 1380,
}
const dryer: Appliance = {
  program: [{ powerW: 2600, minutes: 50 }],
  runsPerDay: 0.8,
  fromMinute: 540,
  toMinute: 1290,
}
const cooler: Appliance = {
  program: [{ powerW: 3000, minutes: 35 }],
  runsPerDay: 3.2,
  fromMinute: 660,
  toMinute: 1320,
}

const breakfast: Activity = { fromMinute: 390, toMinute: 480, rampMinutes: 30, powerW: 280, days: 'workday' }
const lateBreakfast: Activity = { fromMinute: 510, toMinute: 660, rampMinutes: 40, powerW: 260, days: 'weekend' }
const afternoon: Activity = { fromMinute: 720, toMinute: 1020, rampMinutes: 60, powerW: 130, days: 'weekend' }
const evening: Activity = { fromMinute: 1080, toMinute: 1320, rampMinutes: 60, powerW: 430, days: 'all' }

/**
 * Ready profiles. Yearly means: european 8..12 kWh a day, small 4..7, american 26..36, workshop 50..90 on workdays.
 */
export const loadProfiles = {
  european: {
    baseW: 190,
    fridge: { powerW: 95, periodMinutes: 46, duty: 0.38 },
    activities: [breakfast, lateBreakfast, afternoon, evening],
    appliances: [kettle, hob, washer, dishwasher],
  },
  small: {
    baseW: 95,
    fridge: { powerW: 80, periodMinutes: 52, duty: 0.33 },
    activities: [
      { ...breakfast, powerW: 150 },
      { ...lateBreakfast, powerW: 150 },
      { ...evening, powerW: 240 },
    ],
    appliances: [
      { ...kettle, runsPerDay: 2 },
      { ...hob, runsPerDay: 0.7 },
      { ...washer, runsPerDay: 0.3 },
    ],
  },
  american: {
    baseW: 480,
    fridge: { powerW: 170, periodMinutes: 40, duty: 0.42 },
    activities: [
      { ...breakfast, powerW: 650 },
      { ...lateBreakfast, powerW: 600 },
      { ...afternoon, powerW: 500, days: 'all' },
      { ...evening, powerW: 1100 },
    ],
    appliances: [kettle, hob, washer, dishwasher, dryer, cooler],
  },
  workshop: {
    baseW: 700,
    fridge: { powerW: 150, periodMinutes: 35, duty: 0.4 },
    activities: [
      { fromMinute: 450, toMinute: 720, rampMinutes: 30, powerW: 5200, days: 'workday' },
      { fromMinute: 765, toMinute: 1005, rampMinutes: 25, powerW: 4800, days: 'workday' },
    ],
    appliances: [{ program: [{ powerW: 3500, minutes: 12 }], runsPerDay: 2.5, fromMinute: 480, toMinute: 980 }],
  },
} as const satisfies Record<string, LoadProfile>
export type LoadProfileName = keyof typeof loadProfiles
