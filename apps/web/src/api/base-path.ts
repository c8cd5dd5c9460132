/**
 * The path under which a proxy shows this server, without a slash at its end: the server writes it into the document
 * (http/base-path.ts). Empty: it stands at the root of its host.
 */
export const BASE_PATH = document.documentElement.dataset.base ?? ''

/** A path of ours as the browser asks for it. */
export const atBase = (path: string): string => `${BASE_PATH}${path}`

/** The path of an address of this page, as our own links name it. */
export const ownPath = (pathname: string): string =>
  BASE_PATH !== '' && (pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`))
    ? pathname.slice(BASE_PATH.length) || '/'
    : pathname

/** Where other programs and people find this server. */
export const serverAddress = (): string => `${window.location.origin}${BASE_PATH}`
