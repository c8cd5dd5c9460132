import type { FastifyHelmetOptions } from '@fastify/helmet'

/**
 * The page is served from its own origin only. Scripts are strict; styles allow inline ones, without which the chart
 * tooltips (style attributes in their markup) do not work, and index.html stays a static, pre-compressed file.
 * @param trackingOrigins of scripts that a brand may load once the visitor agreed; they run nothing written in the page
 * @param inlineScripts digests of the scripts that the build wrote into the documents (web-files.ts)
 */
export const securityHeaders = (
  isHttps: boolean,
  trackingOrigins: readonly string[] = [],
  inlineScripts: readonly string[] = [],
): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // WebAssembly reads bar codes from the camera; eval of scripts stays closed.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...inlineScripts, ...trackingOrigins],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...trackingOrigins],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...trackingOrigins],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // Browsers ignore these on plain http, some of them with a complaint in the console of every page.
  hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  crossOriginOpenerPolicy: isHttps ? { policy: 'same-origin' } : false,
  originAgentCluster: isHttps,
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'same-origin' },
})
