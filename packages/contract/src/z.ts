import { z } from 'zod'
import { issueText } from './issue-texts.ts'

// Zod's own words reach no answer and no form. Every schema of ours gets its `z` from here, so that this has run.
z.config({ customError: issueText })

export { z }
