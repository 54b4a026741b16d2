import { defineCalls } from './call.ts'
import { DIAGNOSTICS_CHECKS, DIAGNOSTICS_FIXES, DIAGNOSTICS_STATES } from './diagnostics-texts.ts'
import type { DiagnosticsCheckId, DiagnosticsFix, DiagnosticsState } from './diagnostics-texts.ts'
import { instant, numberId } from './ids.ts'
import { z } from './z.ts'

const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as [Key, ...Key[]]

/** The result of one check. It contains no secret. */
export const diagnosticsCheck = z.object({
  id: z.enum(keysOf<DiagnosticsCheckId>(DIAGNOSTICS_CHECKS)),
  title: z.string(),
  /** The line that was checked, if the check is about one. */
  number: z.object({ id: numberId, number: z.string(), name: z.string() }).nullable(),
  state: z.enum(keysOf<DiagnosticsState>(DIAGNOSTICS_STATES)),
  /** The finding, a sentence. */
  found: z.string(),
  /** Advice; null if there is nothing to do. */
  advice: z.string().nullable(),
  /** The button that fixes it. */
  fix: z.object({ kind: z.enum(keysOf<DiagnosticsFix>(DIAGNOSTICS_FIXES)), label: z.string() }).nullable(),
  /** A Twilio page with more about it. */
  link: z.object({ label: z.string(), url: z.url() }).nullable(),
})
export type DiagnosticsCheck = z.infer<typeof diagnosticsCheck>

/** All checks of one run, in the order of {@link DIAGNOSTICS_CHECKS}, with those of a line together. */
export const diagnosticsReport = z.object({ at: instant, checks: z.array(diagnosticsCheck) })
export type DiagnosticsReport = z.infer<typeof diagnosticsReport>

export const diagnosticsCalls = defineCalls({
  'diagnostics.run': {
    summary: 'Checks the path from Twilio to the server and back: problems, and how to fix them',
    reply: diagnosticsReport,
  },
  'diagnostics.sending': {
    summary:
      'Checks with Twilio whether the numbers of the account may text: the type of the account, and registrations',
    reply: diagnosticsReport,
  },
  'webhooks.twilioTest': {
    summary: 'Answers the test that the server sends to its own public address, without any other effect',
    webForm: z.looseObject({ Nonce: z.string() }),
    headers: { 'X-Twilio-Signature': 'A signature as Twilio makes it, with a token of this test alone' },
    reply: z.object({
      /** Proves that the answering server belongs to the same installation. */
      proof: z.string(),
      signature: z.enum(['valid', 'missing', 'wrong']),
      /** The path of the request as it arrived. */
      path: z.string(),
    }),
  },
})
