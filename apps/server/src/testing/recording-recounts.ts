import type { Recounts } from '../plants/plants.ts'

export type RecordingRecounts = Recounts & Readonly<{ asked: number[] }>

/** Notes which plants' histories would be counted anew; nothing is counted. */
export function createRecordingRecounts(): RecordingRecounts {
  const asked: number[] = []
  return {
    asked,
    ask: async (_within, plantId) => {
      asked.push(plantId)
    },
    resume: async () => 0,
    close: () => {},
  }
}
