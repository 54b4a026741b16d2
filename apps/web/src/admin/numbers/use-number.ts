/**
 * The states of Use Twilio number: a first error offers to try again with force, a later one only to try that again.
 * The modal closes when it is done.
 */
export type UseNumberState = 'normal' | 'submitting' | 'initial-error' | 'error' | 'done'

type Change = (force: boolean) => Promise<void>

/** Starts or stops using a number. `onState` gets each state, with the error if there is one. */
export function createUseNumber(onState: (state: UseNumberState, error: unknown) => void) {
  let failed = false

  return async function submit(change: Change) {
    onState('submitting', null)
    try {
      await change(failed)
      onState('done', null)
    } catch (error) {
      onState(failed ? 'error' : 'initial-error', error)
      failed = true
    }
  }
}
