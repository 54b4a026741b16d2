// npm run doctor, with the sandbox of SANDBOX_URL as its outside world.
import { outsideThrough } from '@partyline/sandbox'
import { doctorProgram } from '../src/doctor-program.ts'

await doctorProgram(outsideThrough(process.env['SANDBOX_URL'] ?? ''))
