import type { Message, MessageId } from '@partyline/contract'
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

/** How a person scrolls. */
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** The messages on screen, oldest first. */
export type SeenMessages = {
  ids: readonly MessageId[]
  /** The newest message of the chat is one of them, or will be as soon as it arrives. */
  reachesEnd: boolean
}

type Parts = {
  rows: readonly TranscriptRow[]
  /** The newest messages of the chat, whatever the rows show. */
  latest: readonly Message[]
  older: Paging
  newer: Paging
  list: RefObject<VirtualizerHandle | null>
  scroller: RefObject<HTMLDivElement | null>
  onSeen: (seen: SeenMessages) => void
}

/**
 * Where in the chat the person is: at the newest message, where they stay while more come, or away from it. Whatever
 * comes or goes at either end, what they look at keeps its place.
 */
export function usePlace({ rows, latest, older, newer, list, scroller, onSeen }: Parts) {
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
  const firstNew = rows.findIndex(isFirstNew)
  const [isNewAbove, setIsNewAbove] = useState(false)
  /** Holds the first new message at the top while messages are measured, until the person scrolls. */
  const landing = useRef(false)

  if (held.rows !== rows) {
    const replaced = isReplaced(held.rows, rows)
    setHeld({ rows, shifted: isShifted(held.rows, rows), generation: replaced ? generation + 1 : generation })
    if (replaced) setAwayFrom(reachesEnd ? null : newestId)
  }

  const toEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  const land = () => list.current?.scrollToIndex(firstNew, { align: 'start' })
  const keepPlace = () => {
    if (landing.current && firstNew >= 0) land()
    else if (atBottom.current) toEnd()
  }

  // Where one begins: at the first new message, otherwise at the newest. After a jump it is the newest or the target.
  useLayoutEffect(() => {
    measured.current = false
    landing.current = generation === 0 && firstNew >= 0
    atBottom.current = !landing.current && reachesEnd
    keepPlace()
    // oxlint-disable-next-line react/exhaustive-deps -- only once: afterwards the place is the person's
  }, [generation])

  const newestKey = rows.at(-1)?.key
  const newestIsOnItsWay = (rows.at(-1)?.outgoing ?? null) !== null
  useLayoutEffect(() => {
    if (newestIsOnItsWay) landing.current = false
    if (newestIsOnItsWay || (atBottom.current && !landing.current)) toEnd()
    // oxlint-disable-next-line react/exhaustive-deps -- older messages that come in front move nothing
  }, [newestKey, newestIsOnItsWay])

  const isEmpty = rows.length === 0
  const stayAtBottom = useEffectEvent(() => {
    // Where this moves nothing, no scroll tells of it: the next one is the person's own.
    if (isResized()) keepPlace()
  })
  useEffect(() => {
    if (scroller.current === null) return undefined
    const observer = new ResizeObserver(() => stayAtBottom())
    const element = scroller.current
    observer.observe(element)
    const release = () => (landing.current = false)
    for (const gesture of GESTURES) element.addEventListener(gesture, release, { passive: true })
    return () => {
      observer.disconnect()
      for (const gesture of GESTURES) element.removeEventListener(gesture, release)
    }
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
    if (isResized() && (atBottom.current || landing.current)) {
      keepPlace()
      return
    }
    const { scrollTop, scrollHeight, clientHeight } = scroller.current
    const isAtBottom = reachesEnd && scrollTop + clientHeight >= scrollHeight - BOTTOM_PX
    if (isAtBottom !== atBottom.current) {
      atBottom.current = isAtBottom
      setAwayFrom(isAtBottom ? null : newestId)
    }
    reportSeen(isAtBottom)
  }

  function reportSeen(isAtBottom: boolean) {
    if (!measured.current || !list.current) return
    const { scrollOffset, viewportSize } = list.current
    const first = list.current.findItemIndex(scrollOffset)
    const last = list.current.findItemIndex(scrollOffset + viewportSize - BOTTOM_PX)
    const shown = rows.slice(first, last + 1).filter(({ outgoing }) => outgoing === null)
    onSeen({ ids: shown.map(({ message }) => message.id), reachesEnd: isAtBottom })
    setIsNewAbove(firstNew >= 0 && first > firstNew)
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
    /** The first new message is above what is on screen. */
    isNewAbove,
    /** Where the first new message is not held, as far back as messages are held: more are loaded there. */
    toFirstNew: () => {
      landing.current = firstNew >= 0
      if (firstNew < 0) atBottom.current = false
      list.current?.scrollToIndex(Math.max(firstNew, 0), { align: 'start' })
    },
    toEnd: () => {
      landing.current = false
      toEnd()
    },
    onScroll,
    onResize: () => {
      measured.current = true
      keepPlace()
      // Messages are measured after they are drawn: only now is it known which of them fit in.
      requestAnimationFrame(lookWhere)
    },
    /** Brings a row into the middle. */
    goTo: (index: number) => {
      atBottom.current = false
      landing.current = false
      list.current?.scrollToIndex(index, { align: 'center' })
      if (measured.current) requestAnimationFrame(lookWhere)
    },
  }
}

function isFirstNew({ newFromHere }: TranscriptRow): boolean {
  return newFromHere > 0
}
