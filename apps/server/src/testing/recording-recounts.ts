import type { Recounts } from '../fleet/plants/plants.ts'

export type RecordingRecounts = Recounts & Readonly<{ asked: number[] }>

/** Records which plants' histories would be recounted, and counts nothing. */
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
