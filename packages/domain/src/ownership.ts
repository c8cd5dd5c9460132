/**
 * How loggers of a wire come to a plant. claimed: people register them by what is printed on them, and prove that they are
 * theirs. posted: a program names the plant with every call. paired: they keep a token that the plant gave them.
 */
export const ownerships = ['claimed', 'posted', 'paired'] as const
export type Ownership = (typeof ownerships)[number]
