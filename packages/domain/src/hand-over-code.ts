/** Sets a one-time code of a link apart from the tokens that a link may carry (specification, section 2). */
export const HAND_OVER_PREFIX = 'hgo_'
