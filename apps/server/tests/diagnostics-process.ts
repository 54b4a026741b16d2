// npm run doctor, with the sandbox of SANDBOX_URL as its outside world.
import { outsideThrough } from '@partyline/sandbox'
import { diagnosticsProgram } from '../src/diagnostics-program.ts'

await diagnosticsProgram(outsideThrough(process.env['SANDBOX_URL'] ?? ''))
