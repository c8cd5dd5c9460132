/** Versions of the specification that the page follows (section 1). */
export const APP_VERSION = '1.7.1'
export const INNER_VERSION = 128
export const LAYOUT_VERSION = '1.5.3'
/** The version of this software; a test keeps it equal to package.json. */
export const PRODUCT_VERSION = '0.1.0'
