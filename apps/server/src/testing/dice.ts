/** The same numbers for the same seed (Park and Miller's generator). */
export function createDice(seed: number): (max: number) => number {
  let state = seed
  return (max) => {
    state = (state * 48_271) % 0x7fffffff
    return state % max
  }
}
