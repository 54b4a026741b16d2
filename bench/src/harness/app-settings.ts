import { randomBytes } from 'node:crypto'
import { APP_CLIENT_ID, APP_CLIENT_SECRET } from '@partyline/sandbox'

const NO_LIMIT = '1000000'

type Place = { readonly port: number; readonly dataDir: string; readonly databaseUrl: string }

/** The environment of an app that uses the sandbox, without rate limits. */
export function appSettings({ port, dataDir, databaseUrl }: Place): Record<string, string> {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ENTRA_CLIENT_ID: APP_CLIENT_ID,
    ENTRA_CLIENT_SECRET: APP_CLIENT_SECRET,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    SIGN_UP: 'open',
    SENDS_PER_MINUTE: NO_LIMIT,
    CALLS_PER_MINUTE: NO_LIMIT,
    WEBHOOK_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
}
