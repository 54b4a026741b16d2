/**
 * Runs in a document with axe: contrast violations of the texts whose look is new there, one line per element. A look
 * is the classes and backgrounds of an element and its ancestors, and the color and size of its text. Null without any.
 */
export const NEW_CONTRAST_FAULTS = `(async () => {
  const { ids, checked } = window.textLooks ??= { ids: new Map(), checked: new Set() }
  const looksOfElements = new Map()
  const idOf = (...parts) => {
    const key = parts.join('|')
    if (!ids.has(key)) ids.set(key, ids.size + 1)
    return ids.get(key)
  }

  function lookOf(element) {
    if (element === null) return 0
    if (looksOfElements.has(element)) return looksOfElements.get(element)
    const { backgroundColor, opacity } = getComputedStyle(element)
    // Every provider of Fluent has a class of its own.
    const classes = (element.getAttribute('class') ?? '').replaceAll(/\\bfui-FluentProvider\\S*/g, '')
    const look = idOf(lookOf(element.parentElement), classes, backgroundColor, opacity)
    looksOfElements.set(element, look)
    return look
  }

  /** Axe ignores hidden and disabled texts, which may be checked in another state. */
  function findNewColors() {
    const found = new Map()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
      if (!(node instanceof Element)) return node.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
      if (node.matches('[aria-hidden=true], [inert], [aria-disabled=true], :disabled')) return NodeFilter.FILTER_REJECT
      return node.matches('input, select, textarea') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP
    })
    while (walker.nextNode()) {
      const node = walker.currentNode
      const element = node instanceof Element ? node : node.parentElement
      if (found.has(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      const look = idOf(lookOf(element), color, fontSize, fontWeight)
      if (!checked.has(look)) found.set(element, look)
    }
    return found
  }

  const texts = findNewColors()
  if (texts.size === 0) return null
  const { violations, incomplete } = await axe.run({ include: [...texts.keys()] }, {
    runOnly: ['color-contrast'], resultTypes: ['violations', 'incomplete'], elementRef: true, selectors: false, iframes: false,
  })
  // Axe cannot judge a text that something covers.
  const COVERED = ['bgOverlap', 'elmPartiallyObscured', 'elmPartiallyObscuring', 'outsideViewport']
  const covered = new Set(incomplete.flatMap(({ nodes }) => nodes)
    .filter(({ any }) => any.some(({ data }) => COVERED.includes(data?.messageKey)))
    .map(({ element }) => element))
  for (const [element, look] of texts) if (!covered.has(element)) checked.add(look)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) =>
    id + ': ' + html.slice(0, 200) + ' ' + any.map(({ message }) => message).join(' ')))
})()`
