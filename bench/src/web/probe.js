// Runs in the page before the app. Times are in ms.
globalThis.probe = (() => {
  const longTasks = []
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
    buffered: true,
  })

  /** Resolves with the time at which the current frame has been painted. */
  const framePainted = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now()), { once: true })
      port1.start()
      port2.postMessage(null)
    })

  /** Resolves with the time at which the next frame has been painted. */
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => resolve(framePainted())))

  /**
   * Resolves with the time at which the frame with an element has been painted. A virtual list adds it during a frame,
   * after measuring its size: that frame already shows it, and its size is reported in the same frame.
   */
  const elementPainted = (element) =>
    new Promise((resolve) => {
      new ResizeObserver((_, observer) => {
        observer.disconnect()
        resolve(framePainted())
      }).observe(element)
    })

  /** Resolves with the time at which the awaited frame has been painted. */
  const shown = (find) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(check)
      function check() {
        const element = find()
        if (!element) return
        observer.disconnect()
        resolve(elementPainted(element))
      }
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
      check()
    })

  const transcript = () => document.querySelector('[role=log]')
  const listShown = shown(() => document.querySelector('[data-chat]'))
  let keys = []

  const scrollerOf = (element) => {
    let scroller = element
    while (scroller.scrollHeight <= scroller.clientHeight && scroller.parentElement) scroller = scroller.parentElement
    return scroller
  }
  const list = () => scrollerOf(document.querySelector('[data-chat]'))

  return {
    /** Time from the start of the navigation to a list with chats. */
    listShown: () => listShown,

    /** Time from the next click to the messages of that chat. */
    async opened(name) {
      const click = new Promise((resolve) => {
        addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
      })
      const message = () =>
        transcript()?.getAttribute('aria-label')?.endsWith(name) && transcript().querySelector('article')
      const [clickedAt, shownAt] = await Promise.all([click, shown(message)])
      return shownAt - clickedAt
    },

    listToTop() {
      list().scrollTop = 0
    },

    /** Collects the time from each key to the frame that shows it. */
    watchKeys() {
      keys = []
      addEventListener('keydown', ({ timeStamp }) => keys.push(painted().then((at) => at - timeStamp)), true)
    },
    keyTimes: () => Promise.all(keys),

    /** Times between the frames of a scroll by this many pixels per frame; negative scrolls up. */
    async scroll({ place, pixels, seconds }) {
      const scroller = place === 'transcript' ? transcript() : list()
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const times = []
      const until = performance.now() + seconds * 1_000
      for (let before = await frame(); before < until;) {
        scroller.scrollTop += pixels
        const now = await frame()
        times.push(now - before)
        before = now
      }
      return times
    },

    longTasks: () => longTasks,
    /** Total transfer size of the scripts. */
    scriptBytes: () =>
      performance
        .getEntriesByType('resource')
        .filter(({ initiatorType, name }) => initiatorType === 'script' || name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }
})()
