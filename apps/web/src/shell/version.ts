/** Versions of the specification that this page follows (section 1). */
export const APP_VERSION = '1.7.1'
export const INNER_VERSION = 128
export const LAYOUT_VERSION = '1.5.3'
