/**
 * Where the package writes; pino and Fastify's logger fit as they are.
 * No token, no argument and no message text is ever written by the package itself; an error thrown by the application
 * is passed on as `err`.
 */
export type Logger = Readonly<Record<'debug' | 'info' | 'warn' | 'error', (details: object, message: string) => void>>

const nothing = (): void => {}

/** The default: no log. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }
