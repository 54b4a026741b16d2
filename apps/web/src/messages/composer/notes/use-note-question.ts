import type { ChatId, Member, UserId } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSignedIn } from '../../../auth/index.ts'
import type { Draft, Drafts } from '../../../core/drafts.ts'
import { addresseesIn, addresses, mayAddress } from '../../../core/notes/addressed.ts'
import { isActive } from '../../../core/people.ts'
import { useApi } from '../../../platform/platform-context.tsx'
import { usersQuery } from '../../../users/index.ts'
import { useDraft } from '../use-draft.ts'

type Parts = {
  chatId: ChatId
  drafts: Drafts
  members: readonly Member[]
  /** Whether the text could be a note instead. */
  isPossible: boolean
}

/** Whether to ask if a text that mentions a colleague was meant as a note. It is not sent before the answer. */
export function useNoteQuestion({ chatId, drafts, members, isPossible }: Parts) {
  const me = useSignedIn().id
  /** How often the person has tried to send it. */
  const [tries, setTries] = useState(0)
  const mayAsk = useDraft(drafts, chatId, (draft) => isPossible && mayAskAbout(draft))
  // The next question has not been answered, and takes no focus while the person types.
  if (!mayAsk && tries > 0) setTries(0)
  const { data: users } = useQuery({ ...usersQuery(useApi()), enabled: mayAsk })
  const people = useMemo(
    () =>
      (users?.filter(({ disabled }) => !disabled) ?? members.filter((one) => one.role === 'TeamsUser' && isActive(one)))
        .filter(({ id }) => (id as string) !== me)
        // A user's ID is also their ID as a member.
        .map(({ id, name }) => ({ id: id as string as UserId, name })),
    [users, members, me],
  )
  const isFound = useDraft(drafts, chatId, ({ text }) => mayAsk && addresses(text, people))

  return {
    isAsking: mayAsk && (isFound || (tries > 0 && users === undefined)),
    tries,
    /** Call before sending. Returns whether the person has to answer first. */
    holdsBack(): boolean {
      const draft = drafts.of(chatId)
      // Without the names of all colleagues, it could be any of them.
      const isHeld = isPossible && mayAskAbout(draft) && (users === undefined || addresses(draft.text, people))
      setTries(isHeld ? tries + 1 : 0)
      return isHeld
    },
    /** The people addressed in the text, if unambiguous. */
    addressees: () => addresseesIn(drafts.of(chatId).text, people),
    keepAsText() {
      setTries(0)
      drafts.keepAsText(chatId)
    },
  }
}

const mayAskAbout = ({ mode, isTextOnPurpose, replaces, text }: Draft) =>
  mode === 'text' && !isTextOnPurpose && replaces === null && mayAddress(text)
