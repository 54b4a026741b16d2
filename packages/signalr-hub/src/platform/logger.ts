/**
 * Where the package logs to. Loggers of pino and Fastify fit as they are.
 * The package itself never logs a token, an argument, or a message text. An error thrown by the application
 * is passed on as `err`.
 */
export type Logger = Readonly<Record<'debug' | 'info' | 'warn' | 'error', (details: object, message: string) => void>>

const noop = (): void => {}

/** The default: logs nothing. */
export const silentLogger: Logger = { debug: noop, info: noop, warn: noop, error: noop }
