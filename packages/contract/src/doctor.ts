import { defineCalls } from './call.ts'
import { DOCTOR_CHECKS, DOCTOR_MENDS, DOCTOR_STATES } from './doctor-texts.ts'
import type { DoctorCheckId, DoctorMend, DoctorState } from './doctor-texts.ts'
import { instant, numberId } from './ids.ts'
import { z } from './z.ts'

const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as [Key, ...Key[]]

/** What one check came to. It holds no secret. */
export const doctorCheck = z.object({
  id: z.enum(keysOf<DoctorCheckId>(DOCTOR_CHECKS)),
  title: z.string(),
  /** The number that is meant, where the check is of one. */
  number: z.object({ id: numberId, number: z.string(), name: z.string() }).nullable(),
  state: z.enum(keysOf<DoctorState>(DOCTOR_STATES)),
  /** What was found, a sentence. */
  found: z.string(),
  /** What to do, in sentences; null where nothing is to be done. */
  advice: z.string().nullable(),
  /** What a button can do about it. */
  mend: z.object({ kind: z.enum(keysOf<DoctorMend>(DOCTOR_MENDS)), label: z.string() }).nullable(),
})
export type DoctorCheck = z.infer<typeof doctorCheck>

/** All checks of one run, in the order of {@link DOCTOR_CHECKS}; those of a number stand together. */
export const doctorReport = z.object({ at: instant, checks: z.array(doctorCheck) })
export type DoctorReport = z.infer<typeof doctorReport>

export const doctorCalls = defineCalls({
  'doctor.run': {
    summary: 'Checks the way from Twilio to here and back: what is wrong, and how it is mended',
    reply: doctorReport,
  },
  'webhooks.twilioTest': {
    summary: 'Answers the test that the server sends to its own public address, and does nothing else',
    webForm: z.looseObject({ Nonce: z.string() }),
    headers: { 'X-Twilio-Signature': 'A signature as Twilio makes it, with a token of this test alone' },
    reply: z.object({
      /** Proves that the server which was asked is of the same installation. */
      proof: z.string(),
      signature: z.enum(['valid', 'missing', 'wrong']),
      /** The path as it arrived. */
      path: z.string(),
    }),
  },
})
