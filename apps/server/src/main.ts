import { createApp } from './app.ts'
import { OperatorError, readConfig } from './platform/index.ts'

try {
  const app = await createApp({ config: readConfig(process.env) })
  const stop = () => void app.close().then(() => process.exit(0))
  process.once('SIGTERM', stop).once('SIGINT', stop)
  console.log(`Partyline listens on ${await app.start()}`)
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  // The database and the jobs may be open by now, and would keep the process.
  process.exit(1)
}
