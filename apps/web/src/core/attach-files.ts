import { BOUND_TEXTS, MESSAGE } from '@partyline/contract'

type Attachable = { file: { size: number }; problem?: string | undefined }

/** Adds files within the limits of a message; `problem` says why the first of the rejected was. */
export function attachFiles<One extends Attachable>(current: readonly One[], added: readonly One[]) {
  const files = [...current]
  const rejected: One[] = []
  let problem: string | null = null
  for (const one of added) {
    const reason = one.problem ?? excessOf([...files, one])
    if (reason === null) files.push(one)
    else {
      rejected.push(one)
      problem ??= reason
    }
  }
  return { files, rejected, problem }
}

function excessOf(files: readonly Attachable[]): string | null {
  if (files.length > MESSAGE.maxMedia) return BOUND_TEXTS.tooMany('files', MESSAGE.maxMedia)
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  return bytes > MESSAGE.maxMediaBytes ? BOUND_TEXTS.tooLarge : null
}
