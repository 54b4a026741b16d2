import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/index.ts'
import { usersQuery } from '../../users/index.ts'
import { userCandidates } from '../chat-form/candidates.ts'
import { CHAT_FORM_TEXTS } from '../chat-form/chat-form-texts.ts'
import { findRecipients } from './find-recipients.ts'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'
import { loadNumberReader, splitList, withRecipients } from './recipients.ts'
import type { Recipient } from './recipients.ts'
import type { NewChatState } from './use-new-chat.ts'

/** Adds and removes recipients, and finds whom typed or pasted names and numbers belong to. */
export function useRecipients({ store, format, country }: NewChatState) {
  const api = useApi()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isFinding, setFinding] = useState(false)
  const { data: readNumber, refetch } = useQuery({
    queryKey: queryKeys.chunk(`numbers of ${country}`),
    queryFn: () => loadNumberReader(country ?? ''),
    enabled: country !== undefined,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    // Functions can't be compared.
    structuralSharing: false,
  })

  function add(added: readonly Recipient[], unwritten = '') {
    setProblem(null)
    store.choose({ recipients: withRecipients(store.current().recipients, added), written: unwritten })
    if (added.length > 0) announce(added.map(({ name }) => CHAT_FORM_TEXTS.added(name)).join(' '))
  }

  function remove(recipient: Recipient) {
    setProblem(null)
    store.choose({ recipients: store.current().recipients.filter(({ id }) => id !== recipient.id) })
    announce(CHAT_FORM_TEXTS.removed(recipient.name))
  }

  function write(written: string) {
    setProblem(null)
    store.change({ written })
  }

  async function find(parts: readonly string[]) {
    setFinding(true)
    write(parts.join(', '))
    try {
      const reader = readNumber ?? (await refetch({ throwOnError: true })).data
      const team = userCandidates(await client.ensureQueryData(usersQuery(api)))
      if (reader === undefined) return
      const { found, unknown } = await findRecipients(api, parts, { team, readNumber: reader, format })
      add(found, unknown.join(', '))
      const [one, ...more] = unknown
      if (one !== undefined) {
        setProblem(more.length === 0 ? NEW_CHAT_TEXTS.unknown(one) : NEW_CHAT_TEXTS.unknownSeveral(unknown.length))
      }
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setFinding(false)
    }
  }

  /** Finds whom the rest of the text belongs to. Returns whether there is someone, and no text is left. */
  async function complete(): Promise<boolean> {
    const parts = splitList(store.current().written)
    if (parts.length > 0) await find(parts)
    const { written, recipients } = store.current()
    if (written === '' && recipients.length === 0) setProblem(NEW_CHAT_TEXTS.noRecipient)
    return written === '' && recipients.length > 0
  }

  return {
    readNumber,
    problem,
    isFinding,
    add,
    remove,
    write,
    find: (parts: readonly string[]) => void find(parts),
    complete,
  }
}
