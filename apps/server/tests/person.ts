import type { World } from '@partyline/sandbox'
import type { Harness } from './harness.ts'

/** A person of the sandbox, by their login in the first surroundings. */
export function personOf(
  { sandbox }: Pick<Harness, 'sandbox'>,
  login: string,
): World['directories'][number]['people'][number] {
  const own = sandbox.loginOf(login)
  const person = sandbox.world.directories.flatMap(({ people }) => people).find((one) => one.login === own)
  if (!person) throw new Error(`Nobody is called ${own}.`)
  return person
}
