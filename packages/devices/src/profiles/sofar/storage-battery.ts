/** Volts that a battery of the ES and ME storage inverters can have: they take 48 V ones (51.2 V as a rule), and no others. */
export const batteryVolts = [36, 66] as const
