import type { Member } from '@partyline/contract'
import { inWords } from '../../core/people.ts'
import type { Times } from '../../platform/times.ts'
import { CONSENT_NOTICE_TEXTS as TEXTS } from './consent-notice-texts.ts'

type Lacking = Pick<Member, 'name' | 'lacksConsent' | 'consentAskedAt'>

/** The composer's notice about contacts without consent. Another one says that a text is not sent. */
export function noticeOf<Each extends Lacking>(
  lacking: readonly Each[],
  times: Pick<Times, 'date'>,
): { sentences: string[]; unasked: Each[] } {
  const asked = lacking.filter(({ consentAskedAt }) => consentAskedAt !== undefined)
  const unasked = lacking.filter(({ consentAskedAt }) => consentAskedAt === undefined)
  const unsaid = unasked.filter(({ lacksConsent }) => lacksConsent === 'warn')
  const last = asked
    .map(({ consentAskedAt = '' }) => consentAskedAt)
    .toSorted()
    .at(-1)
  const sentences: string[] = []
  if (unsaid.length > 0) sentences.push(TEXTS.lacking(namesOf(unsaid)))
  if (last !== undefined) {
    const day = times.date(last)
    sentences.push(asked.length === lacking.length ? TEXTS.asked(day) : TEXTS.askedOf(namesOf(asked), day))
  }
  return { sentences, unasked }
}

const namesOf = (members: readonly Lacking[]) => inWords(members.map(({ name }) => name))
