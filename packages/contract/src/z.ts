import { z } from 'zod'
import { issueText } from './issue-texts.ts'

// Replaces Zod's own texts. All our schemas import `z` from here, so that this has run.
z.config({ customError: issueText })

export { z }
