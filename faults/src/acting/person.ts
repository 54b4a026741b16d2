import { setTimeout as wait } from 'node:timers/promises'
import type { CallName } from '@partyline/contract'
import { signIn } from '@partyline/driver'
import type { Answer, Client } from '@partyline/driver'

type Input = Parameters<Client['call']>[1]

/** A person whose client does not give up: what got no certain answer is asked again. */
export type Person = {
  readonly login: string
  /** How often something was asked again. */
  readonly retries: number
  /** Of the last sign-in; it lasts ten minutes. */
  readonly accessToken: string | null
  /** The first certain answer, good or bad. Only for what may be asked twice. */
  ask<Name extends CallName>(name: Name, input?: Input): Promise<Answer<Name>>
  /** The data of a call that must succeed in the end. */
  get<Name extends CallName>(name: Name, input?: Input): Promise<Answer<Name>['data']>
  /** One try; null where no certain answer came. */
  tryOnce<Name extends CallName>(name: Name, input?: Input): Promise<Answer<Name> | null>
}

/** Between two tries: doubled each time (milliseconds). */
const FIRST_PAUSE_MS = 100
const MOST_PAUSE_MS = 1_600

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
      // A token lasts ten minutes, and minutes pass quickly here.
      client ??= await signIn(url, login).catch(() => null)
      const answer = await client?.call(name, input).catch(() => null)
      if (!answer || answer.status >= 500) return null
      if (answer.status !== 401) return answer
      client = null
      return null
    },
    async ask(name, input) {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MOST_PAUSE_MS, pause * 2)) {
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
