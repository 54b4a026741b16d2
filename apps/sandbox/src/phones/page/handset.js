import { bubble, dayFormat, element } from './bubble.js'
import { createFaultSwitch } from './faults.js'

const addressOf = (number) => `/sandbox/phones/${encodeURIComponent(number)}/messages`

async function post(address, body) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (answer === null) return 'The sandbox cannot be reached. Try again in a moment.'
  return answer.ok ? null : (await answer.json()).message
}

/** American numbers in national format, others unchanged. */
const formatNumber = (number) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

function initials(name) {
  if (!/\p{L}/u.test(name)) return '#'
  const words = name.split(' ').filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word.slice(0, 1).toUpperCase()).join('')
}

const TONES = 12

/** FNV-1a, as in the app: a phone has the same color in both. */
function toneOf(number) {
  let hash = 0x811c9dc5
  for (let at = 0; at < number.length; at += 1) hash = Math.imul(hash ^ number.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % TONES
}

/** One phone: its owner, thread, texts, and composer. */
export function createHandset({ number, name }, { numbers, container }) {
  const root = document.querySelector('#handset').content.cloneNode(true).firstElementChild
  const find = (selector) => root.querySelector(selector)
  const [thread, picker, composer, entry] = ['.thread', '.numbers', '.composer', 'textarea'].map(find)
  const [file, preview, problem] = ['.picture-file', '.picture', '.composer .problem'].map(find)
  const faults = createFaultSwitch(root, { phone: number })
  find('.avatar').dataset.tone = toneOf(number)
  let texts = []
  let shown = 0
  let lastDay = ''
  /** Numbers with unread texts. */
  const unread = new Set()

  function rename(owner) {
    find('.owner-name').textContent = owner
    find('.avatar').textContent = initials(owner)
    root.setAttribute('aria-label', `${owner}’s phone`)
    faults.rename(owner)
    thread.setAttribute('aria-label', `Texts on ${owner}’s phone`)
    entry.setAttribute('aria-label', `Text from ${owner}`)
    picker.setAttribute('aria-label', `Number that ${owner} texts with`)
    find('.send').setAttribute('aria-label', `Send from ${owner}`)
    find('.picture-button').setAttribute('aria-label', `Add a picture from ${owner}`)
    for (const chip of root.querySelectorAll('.shortcuts .chip')) {
      chip.setAttribute('aria-label', `${chip.dataset.text}: send it from ${owner}`)
    }
  }

  const partnerOf = (text) => (text.direction === 'sent' ? text.to : text.from)

  function drawPicker() {
    const chosen = picker.value
    const options = numbers().map(({ phoneNumber, friendlyName }) => {
      const mark = unread.has(phoneNumber) ? '● ' : ''
      return new Option(`${mark}${friendlyName} ${formatNumber(phoneNumber)}`, phoneNumber)
    })
    picker.replaceChildren(...options)
    if (chosen !== '') picker.value = chosen
  }

  function show(text, isNew) {
    const day = dayFormat.format(new Date(text.at))
    if (day !== lastDay) thread.append(element('p', 'day', day === dayFormat.format(new Date()) ? 'Today' : day))
    lastDay = day
    const made = bubble(text)
    made.classList.toggle('new', isNew)
    thread.append(made)
    for (const image of made.querySelectorAll('img')) image.addEventListener('load', scrollToEnd, { once: true })
  }

  const scrollToEnd = () => {
    thread.scrollTop = thread.scrollHeight
  }

  function openThread(partner) {
    picker.value = partner
    unread.delete(partner)
    drawPicker()
    thread.replaceChildren()
    lastDay = ''
    for (const text of texts.filter((kept) => partnerOf(kept) === partner)) show(text, false)
    if (lastDay === '') thread.append(element('p', 'empty', 'No texts yet. Write the first one.'))
    shown = texts.length
    scrollToEnd()
  }

  /** Texts are only ever appended. */
  function update(kept) {
    const isFirst = shown === 0 || kept.length < shown
    texts = kept
    if (isFirst) return openThread(partnerOf(kept.at(-1) ?? { direction: 'sent', to: picker.value }))
    const added = kept.slice(shown)
    shown = kept.length
    const others = added.map(partnerOf).filter((partner) => partner !== picker.value)
    for (const partner of others) unread.add(partner)
    // Switches to the sender, unless the owner is writing to another number.
    if (others.length > 0 && entry.value === '' && file.files.length === 0) return openThread(others.at(-1))
    if (others.length > 0) drawPicker()
    const here = added.filter((text) => partnerOf(text) === picker.value)
    if (here.length > 0) thread.querySelector('.empty')?.remove()
    for (const text of here) show(text, true)
    if (here.length > 0) scrollToEnd()
  }

  /** Requests run in sequence, so that an older response never arrives last. */
  let loading = Promise.resolve()
  function load() {
    loading = loading.then(fetchTexts)
    return loading
  }
  async function fetchTexts() {
    const answer = await fetch(addressOf(number)).catch(() => null)
    if (answer?.ok) update(await answer.json())
  }

  async function send(text, media) {
    const fault = await post(addressOf(number), { to: picker.value, text, media })
    problem.textContent = fault ?? ''
    return fault === null
  }

  function dropPicture() {
    if (!preview.hidden) URL.revokeObjectURL(find('.picture-preview').src)
    file.value = ''
    preview.hidden = true
  }

  composer.addEventListener('submit', async (event) => {
    event.preventDefault()
    const text = entry.value.trim()
    if (text === '' && file.files.length === 0) return
    const isSent = await send(text, await Promise.all([...file.files].map(readFile)))
    if (!isSent) return
    entry.value = ''
    dropPicture()
    entry.focus()
  })
  entry.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    composer.requestSubmit()
  })
  picker.addEventListener('change', () => openThread(picker.value))
  find('.shortcuts').addEventListener('click', ({ target }) => {
    if (target.dataset.text) void send(target.dataset.text, [])
  })
  find('.picture-button').addEventListener('click', () => file.click())
  find('.picture-remove').addEventListener('click', () => {
    dropPicture()
    entry.focus()
  })
  file.addEventListener('change', () => {
    const [chosen] = file.files
    if (!chosen) return dropPicture()
    find('.picture-preview').src = URL.createObjectURL(chosen)
    preview.hidden = false
    entry.focus()
  })

  find('.owner-number').textContent = formatNumber(number)
  rename(name)
  drawPicker()
  container.append(root)
  return { load, rename, showFaults: faults.update, focus: () => entry.focus() }
}

async function readFile(chosen) {
  const reader = new FileReader()
  const address = await new Promise((resolve) => {
    reader.addEventListener('load', () => resolve(reader.result))
    reader.readAsDataURL(chosen)
  })
  return { contentType: chosen.type || 'application/octet-stream', base64: address.slice(address.indexOf(',') + 1) }
}
