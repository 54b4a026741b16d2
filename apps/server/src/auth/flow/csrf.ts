import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../../platform/index.ts'

const TOKEN_BYTES = 32

export type Csrf = {
  /** A new token, and the cookie that proves it to be ours: `token|mac`. */
  issue(): { token: string; cookie: string }
  /** The token of a cookie that we wrote, else null. */
  tokenOf(cookie: string | undefined): string | null
}

/** A page of another site can make a browser send our cookie, but cannot read the token to send it in the body too. */
export function createCsrf({ secret }: { secret: string }): Csrf {
  const key = derivedKey(secret, 'csrf')
  const macOf = (token: string) => createHmac('sha256', key).update(token).digest('hex')
  return {
    issue() {
      const token = randomBytes(TOKEN_BYTES).toString('hex')
      return { token, cookie: `${token}|${macOf(token)}` }
    },
    tokenOf(cookie) {
      const [token, mac] = (cookie ?? '').split('|')
      return token && mac !== undefined && isSame(mac, macOf(token)) ? token : null
    },
  }
}

/** Takes the same time wherever the two differ. */
export function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)]
  return left.length === right.length && timingSafeEqual(left, right)
}
