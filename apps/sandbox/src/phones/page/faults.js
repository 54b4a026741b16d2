import { element } from './bubble.js'
import { FAULT_GROUPS } from './fault-labels.js'

/** Options of a row's first list: off, a number of times, or always. */
const OFF = 'off'
const ALWAYS = 'always'
const howOften = (fault) => (fault ? String(fault.times ?? ALWAYS) : OFF)

function list(label, choices) {
  const made = document.createElement('select')
  made.setAttribute('aria-label', label)
  for (const [value, text] of choices) made.append(new Option(text, value))
  return made
}

/** Selects a value, adding it to the list if a script has set one that the list does not offer. */
function choose(select, value, textOf) {
  if (![...select.options].some((option) => option.value === value)) select.append(new Option(textOf(value), value))
  select.value = value
}

/** A setting is a number, or one of Twilio's statuses. */
const valueOf = (chosen) => (Number.isNaN(Number(chosen)) ? chosen : Number(chosen))

/** One fault: how often it strikes, and its settings. */
function createRow({ name, words, setting }, onChange) {
  const root = element('div', 'fault')
  const often = list(words, [
    [OFF, 'Off'],
    [1, 'Next time'],
    [ALWAYS, 'Every time'],
  ])
  often.name = name
  const detail = setting && list(`${words}: ${setting.name.toLowerCase()}`, setting.choices)
  root.append(element('span', 'fault-words', words), often, ...(detail ? [detail] : []))
  detail?.classList.add('fault-detail')

  /** The fault in the format of the API, or undefined if it is off. */
  function value() {
    if (often.value === OFF) return undefined
    const times = often.value === ALWAYS ? {} : { times: Number(often.value) }
    return { ...times, ...(detail ? { [setting.key]: valueOf(detail.value) } : {}) }
  }

  function show(fault) {
    root.classList.toggle('on', fault !== undefined)
    choose(often, howOften(fault), (times) => `Next ${times} times`)
    if (fault && detail) choose(detail, String(fault[setting.key]), setting.other)
  }

  often.addEventListener('change', () => onChange(name, value()))
  detail?.addEventListener('change', () => {
    if (often.value !== OFF) onChange(name, value())
  })
  return { root, name, show }
}

/** Returns the faults in force, or the error. */
async function put(phone, faults) {
  const answer = await fetch('/sandbox/faults', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...(phone === null ? {} : { phone }), faults }),
  }).catch(() => null)
  if (answer === null) return { problem: 'The sandbox cannot be reached. Try again in a moment.' }
  const body = await answer.json()
  if (!answer.ok) return { problem: body.message }
  return { faults: phone === null ? body.all : (body.phones[phone] ?? {}) }
}

/** The faults of one phone, or of all if `phone` is null: a button, and the panel that it opens. */
export function createFaultSwitch(root, { phone }) {
  const [button, panel, title, problem, clear] = [
    '.fault-button',
    '.fault-panel',
    '.fault-title',
    '.fault-panel .problem',
    '.fault-clear',
  ].map((selector) => root.querySelector(selector))
  let inForce = {}
  let rows = []

  panel.id = `faults-of-${phone ?? 'all'}`
  title.id = `${panel.id}-title`
  panel.setAttribute('aria-labelledby', title.id)
  button.setAttribute('popovertarget', panel.id)

  /** Applies changes in sequence, each based on the result of the previous one. */
  let changing = Promise.resolve()
  function change(makeFaults) {
    changing = changeAfter(changing, makeFaults)
  }
  async function changeAfter(earlier, makeFaults) {
    await earlier
    const result = await put(phone, makeFaults(inForce))
    problem.textContent = result.problem ?? ''
    // Shows the old value again if the change failed.
    update(result.faults ?? inForce)
  }

  /** Renders the panel when it is opened, because there may be many phones. */
  function draw() {
    if (rows.length > 0) return
    for (const group of FAULT_GROUPS) {
      const faults = group.faults.filter(({ forAll }) => phone === null || !forAll)
      if (faults.length === 0) continue
      const section = element('section', 'fault-group')
      section.append(element('h3', '', group.title))
      for (const fault of faults) {
        const row = createRow(fault, (name, value) => change((faults) => ({ ...faults, [name]: value })))
        rows.push(row)
        section.append(row.root)
      }
      panel.append(section)
    }
  }

  function update(faults) {
    inForce = faults
    const count = Object.keys(faults).length
    const scope = phone === null ? ' for all' : ''
    button.querySelector('.fault-count').textContent =
      count === 0 ? `Faults${scope}` : `${count} fault${count === 1 ? '' : 's'} on${scope}`
    button.classList.toggle('on', count > 0)
    clear.disabled = count === 0
    for (const { name, show } of rows) show(faults[name])
  }

  panel.addEventListener('beforetoggle', ({ newState }) => {
    if (newState !== 'open') return
    draw()
    problem.textContent = ''
    update(inForce)
  })
  // Focuses the first list for keyboard users.
  panel.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') panel.querySelector('select').focus({ preventScroll: true })
  })
  clear.addEventListener('click', () => {
    change(() => ({}))
    panel.querySelector('select').focus()
  })

  function rename(owner) {
    title.textContent = phone === null ? 'What goes wrong for all phones' : `What goes wrong for ${owner}`
    button.querySelector('.sr').textContent = phone === null ? '' : ` for ${owner}`
  }

  rename('')
  update({})
  return { update, rename }
}
