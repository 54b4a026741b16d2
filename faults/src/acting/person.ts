import { setTimeout as wait } from 'node:timers/promises'
import type { CallName } from '@partyline/contract'
import { signIn } from '@partyline/driver'
import type { Answer, Client } from '@partyline/driver'

type Input = Parameters<Client['call']>[1]

/** A person whose client retries requests without a definite answer. */
export type Person = {
  readonly login: string
  /** Number of retries. */
  readonly retries: number
  /** The access token of the last sign-in, valid for ten minutes. */
  readonly accessToken: string | null
  /** Returns the first definite answer, success or error. Only for requests that may be repeated. */
  ask<Name extends CallName>(name: Name, input?: Input): Promise<Answer<Name>>
  /** Returns the data of a call that must eventually succeed. */
  get<Name extends CallName>(name: Name, input?: Input): Promise<Answer<Name>['data']>
  /** Makes one attempt; null if there was no definite answer. */
  tryOnce<Name extends CallName>(name: Name, input?: Input): Promise<Answer<Name> | null>
}

/** Pause between attempts, doubled each time, in milliseconds. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 1_600

export function createPerson(url: string, login: string): Person {
  let client: Client | null = null
  let retries = 0

  const person: Person = {
    login,
    get retries() {
      return retries
    },
    get accessToken() {
      return client?.accessToken ?? null
    },
    async tryOnce(name, input) {
      // A token is valid for ten minutes, and time passes quickly here.
      client ??= await signIn(url, login).catch(() => null)
      const answer = await client?.call(name, input).catch(() => null)
      if (!answer || answer.status >= 500) return null
      if (answer.status !== 401) return answer
      client = null
      return null
    },
    async ask(name, input) {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
        const answer = await person.tryOnce(name, input)
        if (answer) return answer
        retries += 1
        await wait(pause)
      }
    },
    async get(name, input) {
      const { status, data, error } = await person.ask(name, input)
      if (error) throw new Error(`${name} answered ${login} with ${status}: ${JSON.stringify(error)}`)
      return data
    },
  }
  return person
}
