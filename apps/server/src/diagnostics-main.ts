// npm run doctor: exit code 0 if no check failed, 1 if one failed, 2 if none could run.
import { diagnosticsProgram } from './diagnostics-program.ts'
import { realOutside } from './platform/index.ts'

await diagnosticsProgram(realOutside)
