import { expect, test } from 'vitest'
import type { TeamsHost } from '../../platform/teams.ts'
import { createTeamsSignIn } from './teams-sign-in.ts'

function inside(host: Partial<TeamsHost> | null) {
  const handedIn: unknown[] = []
  const signIn = {
    signInWithTeams: async (proof: object) => {
      handedIn.push(proof)
      return { url: 'https://app.example/' }
    },
  }
  const origin = 'https://app.example'
  return { handedIn, teams: createTeamsSignIn({ host: host as TeamsHost | null, signIn, origin }) }
}
const refuses = () => Promise.reject(new Error('resourceRequiresConsent'))

test('the token of the host is handed in', async () => {
  const { teams, handedIn } = inside({ token: async () => 'token of Teams' })
  expect(await teams.silently('/')).toEqual({ url: 'https://app.example/' })
  expect(handedIn).toEqual([{ token: 'token of Teams' }])
})

test('the window beside is ours, and its code is handed in', async () => {
  const opened: string[] = []
  const openBeside = async (url: string) => {
    opened.push(url)
    return 'code of the window'
  }
  const { teams, handedIn } = inside({ openBeside })
  await teams.beside('/')
  expect([opened, handedIn]).toEqual([['https://app.example/auth/teams'], [{ code: 'code of the window' }]])
})

test('nothing is handed in where the host refuses, or where there is none', async () => {
  for (const host of [{ token: refuses, openBeside: refuses }, null]) {
    const { teams, handedIn } = inside(host)
    expect([await teams.silently('/'), await teams.beside('/'), handedIn]).toEqual([null, null, []])
  }
})
