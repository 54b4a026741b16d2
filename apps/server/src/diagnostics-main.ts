// npm run doctor: exit code 0 where no check has failed, 1 where one has, 2 where none could be made.
import { diagnosticsProgram } from './diagnostics-program.ts'
import { realOutside } from './platform/index.ts'

await diagnosticsProgram(realOutside)
