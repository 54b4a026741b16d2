import type { Message, NoteId } from '@partyline/contract'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { SeenMessages } from '../../core/chats/read-tracker.ts'
import type { Paging } from './paging.tsx'
import { isReplaced, isShifted } from './row-changes.ts'
import type { TranscriptRow } from './transcript-rows.ts'
import { useWhenStill } from './use-when-still.ts'

/** More messages are loaded this many pixels before an end is reached. */
const LOAD_AHEAD_PX = 600
/** Distance from the bottom that still counts as the bottom, in pixels. */
const BOTTOM_PX = 24
/** Messages that reach no further than this into view are not on screen. Pixels. */
const EDGE_PX = 24

/** Events of a person who scrolls. */
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

type Parts = {
  rows: readonly TranscriptRow[]
  /** The newest messages of the chat, even while the rows show older ones. */
  latest: readonly Message[]
  older: Paging
  newer: Paging
  list: RefObject<VirtualizerHandle | null>
  scroller: RefObject<HTMLDivElement | null>
  /** Below the messages, while away from the newest. */
  foot: RefObject<HTMLDivElement | null>
  /** Whether the notes among the rows are loaded. */
  hasNotes: boolean
  /** How many mentions this person has not seen. */
  mentionCount: number
  onSeen: (seen: SeenMessages) => void
  /** Called with the notes on screen that mention this person. */
  onMentionsSeen: (ids: readonly NoteId[]) => void
}

/**
 * The scroll position in the chat: at the newest message, where it stays when more arrive, or away from it. Messages that
 * are added or removed at either end don't move what is on screen.
 */
export function usePlace({
  rows,
  latest,
  older,
  newer,
  list,
  scroller,
  foot,
  hasNotes,
  mentionCount,
  onSeen,
  onMentionsSeen,
}: Parts) {
  const reachesEnd = newer.state === 'all-shown'
  const newestId = latest.at(-1)?.id ?? ''
  const [held, setHeld] = useState({ rows, shifted: false, generation: 0 })
  // While away from the bottom: the newest message at the time of leaving.
  const [awayFrom, setAwayFrom] = useState(() => (rows.some(isFirstNew) || !reachesEnd ? newestId : null))
  const atBottom = useRef(awayFrom === null)
  /** Whether the rows have been measured. Before that, more of them seem to be on screen. */
  const measured = useRef(false)
  /** The transcript's size at the last check: if it has changed, no one has scrolled. */
  const lastSize = useRef({ width: 0, height: 0 })
  const { generation } = held
  const firstNew = rows.findIndex(isFirstNew)
  const [isNewAbove, setIsNewAbove] = useState(false)
  // Only the server knows which mentions are unseen. They are probably the newest.
  const mentions = mentionCount === 0 ? [] : rows.filter(({ mentionsMe }) => mentionsMe).slice(-mentionCount)
  const firstMention = rows.indexOf(mentions[0]!)
  const [mentionSide, setMentionSide] = useState<'above' | 'below' | null>(null)
  const [below, setBelow] = useState(0)
  /** Holds the first new message at the top while messages are measured, until the person scrolls. */
  const landing = useRef(false)
  const hadNotes = useRef(hasNotes)

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

  /** If this moves nothing, there is no scroll event. */
  const keepPlaceAndCheck = () => {
    keepPlace()
    requestAnimationFrame(checkPosition)
  }

  // The initial position: the first new message, otherwise the newest. After a jump: the newest or the target.
  useLayoutEffect(() => {
    measured.current = false
    landing.current = generation === 0 && firstNew >= 0
    atBottom.current = !landing.current && reachesEnd
    keepPlace()
    // oxlint-disable-next-line react/exhaustive-deps -- only once: afterwards the place is the person's
  }, [generation])

  const newestKey = rows.at(-1)?.key
  const newest = rows.at(-1)
  const newestIsOnItsWay = (newest?.outgoing ?? null) !== null
  const newestIsOwnNote = newest !== undefined && newest.note !== null && newest.mine
  useLayoutEffect(() => {
    const isNoteAdded = newestIsOwnNote && hadNotes.current
    if (!newestIsOnItsWay && !isNoteAdded && !atBottom.current) return
    // Notes loaded after the messages are not new.
    if (landing.current && !hadNotes.current) return
    landing.current = false
    toEnd()
    // oxlint-disable-next-line react/exhaustive-deps -- older messages that come in front move nothing
  }, [newestKey, newestIsOnItsWay])

  useLayoutEffect(() => {
    hadNotes.current = hasNotes
  }, [hasNotes])

  const isEmpty = rows.length === 0
  const stayAtBottom = useEffectEvent(() => {
    if (isResized()) keepPlaceAndCheck()
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

  /** Whether the transcript's size has changed since the last check. */
  function isResized(): boolean {
    const { clientWidth: width = 0, clientHeight: height = 0 } = scroller.current ?? {}
    const before = lastSize.current
    lastSize.current = { width, height }
    return width !== before.width || height !== before.height
  }

  function checkPosition() {
    if (!list.current || !scroller.current) return
    if (isResized() && (atBottom.current || landing.current)) {
      keepPlaceAndCheck()
      return
    }
    const { scrollTop, scrollHeight, clientHeight } = scroller.current
    // Without the footer, which disappears at the bottom.
    const height = clientHeight + (foot.current?.offsetHeight ?? 0)
    const isAtBottom = reachesEnd && scrollTop + height >= scrollHeight - BOTTOM_PX
    if (isAtBottom !== atBottom.current) {
      atBottom.current = isAtBottom
      setAwayFrom(isAtBottom ? null : newestId)
    }
    reportSeenWhenStill()
  }

  const reportSeenWhenStill = useWhenStill(scroller, () => {
    if (!measured.current || !list.current) return
    const { scrollOffset, viewportSize } = list.current
    const first = list.current.findItemIndex(scrollOffset + EDGE_PX)
    const last = list.current.findItemIndex(scrollOffset + viewportSize - EDGE_PX)
    const onScreen = rows.slice(first, last + 1)
    const shown = onScreen.filter(({ note, outgoing, message }) => !note && outgoing === null && !message.pending)
    // The newest message may be above the notes that fill the screen.
    const hasOnlyNotes = shown.length === 0 && onScreen.some(({ note }) => note !== null)
    onSeen({ ids: shown.map(({ message }) => message.id), reachesEnd: atBottom.current && !hasOnlyNotes })
    onMentionsSeen(onScreen.flatMap(({ note, mentionsMe }) => (note && mentionsMe ? note.id : [])))
    setMentionSide(firstMention < 0 ? null : firstMention < first ? 'above' : firstMention > last ? 'below' : null)
    setIsNewAbove(firstNew >= 0 && first > firstNew)
    setBelow(reachesEnd ? rows.length - 1 - last : 0)
  })

  // A mention can arrive without moving anything.
  useEffect(() => {
    if (firstMention >= 0) reportSeenWhenStill()
    // oxlint-disable-next-line react/exhaustive-deps -- only another place of the mention counts
  }, [firstMention])

  function onScroll(offset: number) {
    checkPosition()
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {}
    if (offset < LOAD_AHEAD_PX && older.state === 'more') older.load()
    if (scrollSize - viewportSize - offset < LOAD_AHEAD_PX && newer.state === 'more') newer.load()
  }

  return {
    /** For the virtual list: rows were added or removed at the start. */
    shifted: held.shifted,
    /** Changes when all rows are replaced. */
    generation,
    isAway: awayFrom !== null,
    /** How many messages arrived since the person scrolled away from the newest. */
    missed: awayFrom === null ? 0 : latest.length - 1 - latest.findLastIndex(({ id }) => id === awayFrom),
    /** How many messages are below the visible ones; 0 while later ones are not loaded. */
    below,
    /** Whether the first new message is above the visible ones. */
    isNewAbove,
    /** The row of the first note that mentions this person and was probably not seen, if it is not on screen. */
    mention: firstMention < 0 || mentionSide === null ? null : { index: firstMention, side: mentionSide },
    /** Scrolls to the first new message, or as far back as messages are loaded, where more are loaded. */
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
      // Messages are measured after they are rendered: only now is it known which of them are on screen.
      keepPlaceAndCheck()
    },
    /** Scrolls a row to the middle. */
    goTo: (index: number) => {
      atBottom.current = false
      landing.current = false
      list.current?.scrollToIndex(index, { align: 'center' })
      if (measured.current) requestAnimationFrame(checkPosition)
    },
  }
}

function isFirstNew({ newFromHere }: TranscriptRow): boolean {
  return newFromHere > 0
}
