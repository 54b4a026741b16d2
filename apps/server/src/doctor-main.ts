// npm run doctor: exit code 0 where no check has failed, 1 where one has, 2 where none could be made.
import { doctorCommand } from './doctor-command.ts'
import { OperatorError } from './platform/index.ts'

try {
  const isWell = await doctorCommand({
    env: process.env,
    words: process.argv.slice(2),
    print: (line) => console.log(line),
  })
  process.exitCode = isWell ? 0 : 1
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 2
}
