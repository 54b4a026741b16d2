import type { MemberId, Message } from '@partyline/contract'
import { useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { announce } from '../../ui/index.ts'

/** The actions for a message's failed deliveries. Each rejects with the server's reason. */
export type DeliveryActions = {
  sendAgain: (memberId: MemberId) => Promise<Message>
  sendFailedAgain: () => Promise<Message>
  markSent: (memberId: MemberId) => Promise<Message>
  /** Marks all failures as handled. */
  dismiss: () => Promise<Message>
}

/** The running action, for whom (null: for all), and the error of the last one. */
type State = { busy: { what: keyof DeliveryActions; memberId: MemberId | null } | null; failure: string | null }

export function useDeliveryActions() {
  const [state, setState] = useState<State>({ busy: null, failure: null })

  async function run(busy: NonNullable<State['busy']>, work: () => Promise<Message>, done: string) {
    if (state.busy !== null) return
    setState({ busy, failure: null })
    try {
      await work()
      announce(done)
      setState({ busy: null, failure: null })
    } catch (error) {
      setState({ busy: null, failure: errorText(error) })
    }
  }

  return { ...state, run }
}
