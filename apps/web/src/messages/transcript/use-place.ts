import type { Message } from '@partyline/contract'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Paging } from './paging.tsx'
import { isReplaced, isShifted } from './row-changes.ts'
import type { TranscriptRow } from './transcript-rows.ts'

/** Further messages are asked for this many pixels before an end is reached. */
const AHEAD_PX = 600
/** Pixels from the bottom that still count as being there. */
const BOTTOM_PX = 24

type Parts = {
  rows: readonly TranscriptRow[]
  /** The newest messages of the chat, whatever the rows show. */
  latest: readonly Message[]
  older: Paging
  newer: Paging
  list: RefObject<VirtualizerHandle | null>
  scroller: RefObject<HTMLDivElement | null>
}

/**
 * Where in the chat the person is: at the newest message, where they stay while more come, or away from it. Whatever
 * comes or goes at either end, what they look at keeps its place.
 */
export function usePlace({ rows, latest, older, newer, list, scroller }: Parts) {
  const reachesEnd = newer.state === 'all-shown'
  const newestId = latest.at(-1)?.id ?? ''
  const [held, setHeld] = useState({ rows, shifted: false, generation: 0 })
  // While away from the bottom: the newest message that was there to be seen.
  const [awayFrom, setAwayFrom] = useState(() => (rows.some(isFirstNew) || !reachesEnd ? newestId : null))
  const atBottom = useRef(awayFrom === null)
  /** Whether messages were measured since the rows are there. Before, fewer seem to be there than are. */
  const measured = useRef(false)
  /** Width and height of the transcript at the last look: where they change, nobody has scrolled. */
  const room = useRef({ width: 0, height: 0 })
  const { generation } = held

  if (held.rows !== rows) {
    const replaced = isReplaced(held.rows, rows)
    setHeld({ rows, shifted: isShifted(held.rows, rows), generation: replaced ? generation + 1 : generation })
    if (replaced) setAwayFrom(reachesEnd ? null : newestId)
  }

  const toEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' })

  // Where one begins: at the first new message, otherwise at the newest. After a jump it is the newest or the target.
  useLayoutEffect(() => {
    measured.current = false
    const firstNew = generation === 0 ? rows.findIndex(isFirstNew) : -1
    atBottom.current = firstNew < 0 && reachesEnd
    if (atBottom.current) toEnd()
    if (firstNew < 0) return undefined
    list.current?.scrollToIndex(firstNew, { align: 'start' })
    // A few new messages fit in below: then the bottom is where one is.
    const frame = requestAnimationFrame(lookWhere)
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react/exhaustive-deps -- only once: afterwards the place is the person's
  }, [generation])

  const newestKey = rows.at(-1)?.key
  const newestIsOnItsWay = (rows.at(-1)?.outgoing ?? null) !== null
  useLayoutEffect(() => {
    if (atBottom.current || newestIsOnItsWay) toEnd()
    // oxlint-disable-next-line react/exhaustive-deps -- older messages that come in front move nothing
  }, [newestKey, newestIsOnItsWay])

  const isEmpty = rows.length === 0
  const stayAtBottom = useEffectEvent(() => {
    // Where this moves nothing, no scroll tells of it: the next one is the person's own.
    if (isResized() && atBottom.current) toEnd()
  })
  useEffect(() => {
    if (scroller.current === null) return undefined
    const observer = new ResizeObserver(() => stayAtBottom())
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [isEmpty, scroller])

  /** Whether the transcript has another size than at the last look. */
  function isResized(): boolean {
    const { clientWidth: width = 0, clientHeight: height = 0 } = scroller.current ?? {}
    const before = room.current
    room.current = { width, height }
    return width !== before.width || height !== before.height
  }

  function lookWhere() {
    if (!list.current || !scroller.current) return
    if (isResized() && atBottom.current) {
      toEnd()
      return
    }
    const { scrollTop, scrollHeight, clientHeight } = scroller.current
    const isAtBottom = reachesEnd && scrollTop + clientHeight >= scrollHeight - BOTTOM_PX
    if (isAtBottom !== atBottom.current) {
      atBottom.current = isAtBottom
      setAwayFrom(isAtBottom ? null : newestId)
    }
  }

  function onScroll(offset: number) {
    lookWhere()
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {}
    if (offset < AHEAD_PX && older.state === 'more') older.load()
    if (scrollSize - viewportSize - offset < AHEAD_PX && newer.state === 'more') newer.load()
  }

  return {
    /** For the virtual list: rows came or went in front. */
    shifted: held.shifted,
    /** Another number means other rows, none of which were there before. */
    generation,
    isAway: awayFrom !== null,
    /** How many messages came since the person went away from the newest. */
    missed: awayFrom === null ? 0 : latest.filter(({ id }) => id > awayFrom).length,
    toEnd,
    onScroll,
    onResize: () => {
      measured.current = true
      if (atBottom.current) toEnd()
      // Messages are measured after they are drawn: only now is it known whether all of them fit in.
      else requestAnimationFrame(lookWhere)
    },
    /** Brings a row into the middle. */
    goTo: (index: number) => {
      atBottom.current = false
      list.current?.scrollToIndex(index, { align: 'center' })
      if (measured.current) requestAnimationFrame(lookWhere)
    },
  }
}

function isFirstNew({ newFromHere }: TranscriptRow): boolean {
  return newFromHere > 0
}
