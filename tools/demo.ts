// npm start: runs the app and the sandbox in one process, with a demo tenant.
import path from 'node:path'
import {
  APP_CLIENT_ID,
  APP_CLIENT_SECRET,
  createSandbox,
  outsideThrough,
  PUBLISHER,
  PUSH_ORIGIN,
} from '@partyline/sandbox'
import { ConfigError, createApp, lockFolder, PUSH_SERVICES, readConfig } from '@partyline/server'
import { demoSecrets } from './demo/demo-secrets.ts'
import { demoSettings } from './demo/demo-settings.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { seedOnce } from './demo/seed-once.ts'

const ONE_KEY_PRESS_MS = 1000

/** Read before the demo is seeded, because the parent can end in the meantime. */
const PARENT = process.ppid

try {
  await start(process.env)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : (takenPort(error) ?? error))
  process.exit(1)
}

async function start(env: Record<string, string | undefined>) {
  const { dataDir, sandboxPort } = demoSettings(env)
  const sandboxUrl = `http://localhost:${sandboxPort}`
  // On any database, because the folder also holds the sandbox and the media.
  await lockFolder(dataDir)
  const config = readConfig({
    HOST: 'localhost',
    ENTRA_CLIENT_ID: APP_CLIENT_ID,
    ENTRA_CLIENT_SECRET: APP_CLIENT_SECRET,
    MARKETPLACE_TENANT_ID: PUBLISHER.tenantId,
    MARKETPLACE_CLIENT_ID: PUBLISHER.clientId,
    MARKETPLACE_CLIENT_SECRET: PUBLISHER.clientSecret,
    SIGN_UP: 'open',
    SENDS_PER_MINUTE: '1000',
    // The sandbox's, too.
    PUSH_HOSTS: `${PUSH_SERVICES},${new URL(PUSH_ORIGIN).host}`,
    ENVIRONMENT: 'demo',
    LOG_LEVEL: 'warn',
    ...demoSecrets(dataDir),
    ...env,
    DATA_DIR: dataDir,
    TEAMS_ORIGINS: new URL(sandboxUrl).origin,
  })
  const { promise: appListens, resolve: appHasStarted } = Promise.withResolvers<void>()
  const sandbox = await createSandbox({
    port: sandboxPort,
    appUrl: config.PUBLIC_URL,
    publicUrl: sandboxUrl,
    dataDir: path.join(dataDir, 'sandbox'),
    resumeAfter: appListens,
  })
  const app = await createApp({ config, outside: outsideThrough(sandbox.url) })
  await app.start()
  appHasStarted()
  await seedOnce({ dataDir, databaseUrl: config.DATABASE_URL }, () =>
    seedDemo({ appUrl: config.PUBLIC_URL, sandboxUrl: sandbox.url, world: sandbox.world }),
  )

  let stoppingSince: number | null = null
  const stop = () => {
    if (stoppingSince !== null) {
      // Ctrl+C reaches us twice: from the terminal and from npm.
      if (performance.now() - stoppingSince > ONE_KEY_PRESS_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    void app
      .close()
      .then(() => sandbox.close())
      .then(() => process.exit(0))
  }
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
  if (env['npm_lifecycle_event'] === 'start') whenParentEnds(stop)
  console.log(`
  Partyline   ${config.PUBLIC_URL}
  Phones      ${sandbox.url}

  Sign in as one of the people of Lakeside Clinic, and watch its patients' phones on the other page.
  Ctrl+C stops; what you did is kept in ${dataDir}.
`)
}

/** npm passes SIGTERM to the shell that runs us, which ends without passing it on. */
function whenParentEnds(stop: () => void) {
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    stop()
  }, 500)
}

function takenPort(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error)) return undefined
  return `Port ${String(error.port)} is taken. Set PORT and SANDBOX_PORT to free ones.`
}
