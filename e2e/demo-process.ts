import { spawn } from 'node:child_process'
import path from 'node:path'

type Place = {
  ports: { app: number; sandbox: number }
  dataDir: string
  databaseUrl: string | undefined
  /** The app's https address for browsers, and the file of its certificate. */
  https?: { url: string; certificate: string }
}

export type DemoProcess = {
  appUrl: string
  sandboxUrl: string
  /** Stops the process and waits until it has exited; SIGKILL leaves it no time to clean up. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Starts the demo like `npm start`, and waits until it is ready. */
export async function startDemoProcess({ ports, dataDir, databaseUrl, https }: Place): Promise<DemoProcess> {
  const demo = spawn(process.execPath, ['tools/demo.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: String(ports.app),
      SANDBOX_PORT: String(ports.sandbox),
      DATA_DIR: dataDir,
      // Tests listen there for events of webhooks.
      WEBHOOK_HOSTS: '127.0.0.1',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(https && { PUBLIC_URL: https.url, NODE_EXTRA_CA_CERTS: https.certificate }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => demo.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    demo.once('exit', (code) => reject(new Error(`The demo ended with ${code} before it was ready.`)))
    demo.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ctrl+C stops')) resolve()
    })
  })
  return {
    appUrl: https?.url ?? `http://localhost:${ports.app}`,
    sandboxUrl: `http://localhost:${ports.sandbox}`,
    async end(signal) {
      demo.kill(signal)
      await ended
    },
  }
}
