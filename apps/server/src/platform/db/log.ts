import type { BaseLogger } from 'pino'

/** The part of a logger that this room needs; pino's and Fastify's both fit. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
