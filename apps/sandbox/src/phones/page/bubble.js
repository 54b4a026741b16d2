/** Renders one text on a phone. */

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
export const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

export function element(name, className, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

export function bubble({ direction, text, media, at }) {
  const made = element('div', `bubble ${direction}`)
  made.append(element('span', 'sr', direction === 'sent' ? 'Sent: ' : 'Received: '))
  for (const address of media) made.append(picture(address))
  made.append(text)
  const time = element('time', '', timeFormat.format(new Date(at)))
  time.dateTime = at
  time.title = fullFormat.format(new Date(at))
  made.append(time)
  return made
}

/** A picture that opens in a new page; other files are plain links. */
function picture(address) {
  const link = element('a', '')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener'
  const image = element('img', '')
  image.alt = 'Picture'
  image.src = address
  image.addEventListener('error', () => link.replaceChildren('Open the file'), { once: true })
  link.append(image)
  return link
}
