import path from 'node:path'
import { createSandbox } from './world.ts'

/** Runs the sandbox alone: `node apps/sandbox/src/main.ts`. */
const { SANDBOX_PORT = '4000', DATA_DIR = './data', PUBLIC_URL = 'http://localhost:3000' } = process.env

const port = Number(SANDBOX_PORT)
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  stop(`SANDBOX_PORT must be a port number, not "${SANDBOX_PORT}".`)
if (!URL.canParse(PUBLIC_URL)) stop(`PUBLIC_URL must be the app's address, not "${PUBLIC_URL}".`)

const sandbox = await createSandbox({
  port,
  appUrl: PUBLIC_URL,
  dataDir: path.resolve(DATA_DIR, 'sandbox'),
  // The app in the Teams window needs the same host name, because browsers share cookies by host name. Port 0 is resolved later.
  ...(port === 0 ? {} : { publicUrl: `http://localhost:${port}` }),
}).catch((error: NodeJS.ErrnoException) =>
  stop(error.code === 'EADDRINUSE' ? `Port ${port} is taken: set SANDBOX_PORT to another.` : String(error)),
)
console.log(`Phones: ${sandbox.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
