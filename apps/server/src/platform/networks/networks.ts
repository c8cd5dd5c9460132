export { createTlsContext, type TlsFiles } from './tls-context.ts'
