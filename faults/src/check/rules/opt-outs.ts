import { groupBy } from '../rule.ts'
import type { Rule } from '../rule.ts'

export const nothingAfterStop: Rule = {
  name: 'nothing after STOP',
  promise: 'a delivery claimed after a STOP was stored is not posted',
  *find({ history, posts }) {
    const posted = groupBy(posts, ({ deliveryId }) => deliveryId)
    for (const [id, changes] of groupBy(history, ({ deliveryId }) => deliveryId)) {
      const claims = changes.filter(({ isClaim }) => isClaim)
      if (claims.every(({ optedOut }) => !optedOut)) continue
      const allowed = claims.filter(({ optedOut }) => !optedOut).length
      const times = posted.get(id)?.length ?? 0
      if (times > allowed) {
        yield { account: `It was posted ${times} times; ${allowed} of its claims came before the STOP.`, id }
      }
    }
  },
}
