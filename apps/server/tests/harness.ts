import { randomBytes } from 'node:crypto'
import { createClient, freePort, signIn } from '@partyline/driver'
import type { Client } from '@partyline/driver'
import { APP_CLIENT_ID, APP_CLIENT_SECRET, createSandbox, outsideThrough, PUSH_ORIGIN } from '@partyline/sandbox'
import type { Sandbox, Surroundings } from '@partyline/sandbox'
import webPush from 'web-push'
import { createApp, readConfig } from '../src/index.ts'
import type { App, AppOptions, Outside } from '../src/index.ts'
import { makeTestPlace } from './test-place.ts'
import type { TestPlace } from './test-place.ts'

/** The app and the world around it. No organization of this world has signed in. */
export type Harness = {
  url: string
  sandbox: Surroundings
  /**
   * Signs a person of the sandbox in, by their login in the first surroundings. The first of a directory becomes its
   * tenant's Admin.
   */
  signIn(login: string): ReturnType<typeof signIn>
  /** A client that is nobody. */
  anonymous: Client
  close(): Promise<void>
}

/** An app of one's own, each part on a free port, with nothing in the database. */
export type OwnHarness = Harness & {
  /** The one that runs now. */
  readonly app: App
  sandbox: Sandbox
  /**
   * Ends the app, or takes it that it has ended, and starts it again on the same data when `meanwhile` is over; with
   * other settings, if any are given.
   */
  restart(meanwhile?: () => Promise<unknown>, settings?: Record<string, string>): Promise<void>
  /** The app's environment. */
  readonly settings: Readonly<Record<string, string>>
}

export type HarnessOptions = Pick<AppOptions, 'clock'> & {
  env?: Record<string, string>
  /** Stands between the app and the sandbox. */
  outside?: (toSandbox: Outside) => Outside
  /** Stands between the app and its database. */
  throughProxy?: (databaseUrl: string | undefined) => string | undefined
  sandbox?: Partial<Parameters<typeof createSandbox>[0]>
}

/**
 * For tests of kills, restarts, shutdown, upgrades, full disks, several processes, and special settings or clocks. Others
 * share an app with {@link shareHarness}.
 */
export async function startHarness(options: HarnessOptions = {}): Promise<OwnHarness> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const place = await makeTestPlace()
  const sandbox = await createSandbox({ port: 0, appUrl: url, ...options.sandbox })
  const { throughProxy = (url) => url } = options
  const databaseUrl = throughProxy(place.databaseUrl)
  const env = { ...testEnvironment({ port, dataDir: place.dataDir, databaseUrl }), ...options.env }
  const toSandbox = outsideThrough(sandbox.url)
  const startApp = async () => {
    const app = await createApp({
      config: readConfig(env),
      outside: options.outside?.(toSandbox) ?? toSandbox,
      ...(options.clock && { clock: options.clock }),
    })
    await app.start()
    return app
  }
  let app = await startApp()
  return {
    url,
    get app() {
      return app
    },
    sandbox,
    signIn: (login) => signIn(url, login),
    async restart(meanwhile, settings) {
      await app.close()
      await meanwhile?.()
      Object.assign(env, settings)
      app = await startApp()
    },
    settings: env,
    anonymous: createClient(url, null),
    async close() {
      await app.close()
      await sandbox.close()
      await place.remove()
    },
  }
}

const { publicKey, privateKey } = webPush.generateVAPIDKeys()

/** The settings of an app that talks to the sandbox. */
export function testEnvironment(place: { port: number } & Pick<TestPlace, 'dataDir' | 'databaseUrl'>) {
  return {
    PORT: String(place.port),
    HOST: 'localhost',
    PUBLIC_URL: `http://localhost:${place.port}`,
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
    ENTRA_CLIENT_ID: APP_CLIENT_ID,
    ENTRA_CLIENT_SECRET: APP_CLIENT_SECRET,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    SIGN_UP: 'open',
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: 'mailto:admin@lakeside.example',
    PUSH_HOSTS: new URL(PUSH_ORIGIN).host,
    WEBHOOK_HOSTS: '127.0.0.1',
    SENDS_PER_MINUTE: '1000000',
    CALLS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  }
}
