/** Why this server cannot start, where starting it again changes nothing: a person has to. */
export class StartRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartRefusal'
  }
}

/** Exit codes: a supervisor need not start again what ended with the second one (EX_CONFIG of sysexits.h). */
export const exitCodes = { failed: 1, refused: 78 } as const
