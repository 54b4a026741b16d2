import { createApp } from './app.ts'
import { listenWhileStarting, OperatorError, readConfig } from './platform/index.ts'

try {
  // Nothing is being sent before the server listens, so that it can end at any moment.
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
  // The database and the jobs may be open by now, and would keep the process.
  process.exit(1)
}
