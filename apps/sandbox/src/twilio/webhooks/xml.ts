export type XmlElement = { name: string; attributes: Record<string, string>; children: (XmlElement | string)[] }

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([A-Za-z_][\w.-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Parses the XML of TwiML, without document types and namespaces. Returns null if it is not well-formed. */
export function parseXml(source: string): XmlElement | null {
  const root: XmlElement = { name: '', attributes: {}, children: [] }
  const open = [root]
  const tokens = new RegExp(TOKEN)

  while (tokens.lastIndex < source.length) {
    const token = tokens.exec(source)
    const parent = open.at(-1)
    if (!token || !parent) return null
    const [, cdata, closing, name, attributes, selfClosing, text] = token

    if (cdata !== undefined) parent.children.push(cdata)
    else if (text !== undefined) parent.children.push(decode(text))
    else if (name !== undefined && closing === '/') {
      if (parent.name !== name || open.length === 1) return null
      open.pop()
    } else if (name !== undefined) {
      const element: XmlElement = { name, attributes: readAttributes(attributes ?? ''), children: [] }
      parent.children.push(element)
      if (selfClosing !== '/') open.push(element)
    }
  }

  const [only, ...more] = elementsOf(root)
  const hasStrayText = root.children.some((child) => typeof child === 'string' && child.trim() !== '')
  return open.length > 1 || !only || more.length > 0 || hasStrayText ? null : only
}

export const elementsOf = (element: XmlElement) => element.children.filter((child) => typeof child !== 'string')

export const textOf = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : '')).join('')

function readAttributes(source: string) {
  const pairs = [...source.matchAll(ATTRIBUTE)].map(
    ([, name, double, single]) => [name ?? '', decode(double ?? single ?? '')] as const,
  )
  return Object.fromEntries(pairs)
}

function decode(text: string) {
  return text.replaceAll(
    /&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
    },
  )
}
