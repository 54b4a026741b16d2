import type { Message } from '@partyline/contract'
import { ApiError, ConnectionError } from '../../../platform/api-error.ts'
import type { Outgoing } from '../outgoing.ts'

type Request = {
  outgoing: Outgoing
  answer: (message: Message) => Promise<void>
  fail: (reason: string) => Promise<void>
  /** The server was not there. */
  lose: () => Promise<void>
  refuse: (status: number) => Promise<void>
}

/** A network for tests: each request waits until the test answers it. */
export function createFakeNetwork() {
  const requests: Request[] = []
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
  const post = (outgoing: Outgoing) =>
    new Promise<Message>((resolve, reject) => {
      requests.push({
        outgoing,
        answer: async (message) => {
          resolve(message)
          await settled()
        },
        fail: async (reason) => {
          reject(new Error(reason))
          await settled()
        },
        lose: async () => {
          reject(new ConnectionError(null))
          await settled()
        },
        refuse: async (status) => {
          reject(new ApiError({ status, body: null, headers: new Headers() }))
          await settled()
        },
      })
    })
  return { requests, post }
}
