/** The possible voltage of a battery at the ES and ME storage inverters: they take 48 V ones (usually 51.2 V) only. */
export const batteryVolts = [36, 66] as const
