/** As in package.json of this app. */
export const VERSION = '0.1.0'
