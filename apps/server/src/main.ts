import { createApp } from './app.ts'
import { listenWhileStarting, OperatorError, readConfig } from './platform/index.ts'

try {
  // Nothing is sent before the server listens, so it can exit at any time.
  let stop = async () => {}
  const end = () => void stop().then(() => process.exit(0))
  process.once('SIGTERM', end).once('SIGINT', end)
  const config = readConfig(process.env)
  const starting = await listenWhileStarting(config)
  const app = await createApp({ config })
  console.log(`Partyline listens on ${await app.start({ beforeListening: starting.close })}`)
  stop = () => app.close()
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  // Open connections and jobs would keep the process alive.
  process.exit(1)
}
