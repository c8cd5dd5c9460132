/** Addresses set apart by commas, semicolons or spaces. */
export const readAddresses = (typed: string): readonly string[] =>
  typed.split(/[,;\s]+/).filter((address) => address !== '')
