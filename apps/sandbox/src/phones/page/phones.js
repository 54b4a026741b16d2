/** The phones of the sandbox, which send and receive like real ones. */
import { createFaultSwitch } from './faults.js'
import { createHandset } from './handset.js'

const page = {
  handsets: document.querySelector('#handsets'),
  connection: document.querySelector('#connection'),
  appLink: document.querySelector('#app-link'),
  dialog: document.querySelector('#phone-dialog'),
  form: document.querySelector('#phone-form'),
}

const faultsForAll = createFaultSwitch(document.querySelector('#faults-for-all'), { phone: null })

/** The account's numbers, which a phone can text. */
let numbers = []
const handsets = new Map()
let faults = { all: {}, phones: {} }

function showHandset(handset) {
  const known = handsets.get(handset.number)
  if (known) known.rename(handset.name)
  else handsets.set(handset.number, createHandset(handset, { numbers: () => numbers, container: page.handsets }))
  showFaults()
  return handsets.get(handset.number)
}

function showFaults() {
  faultsForAll.update(faults.all)
  for (const [number, handset] of handsets) handset.showFaults(faults.phones[number] ?? {})
}

async function loadWorld() {
  const world = await (await fetch('/sandbox/world')).json()
  numbers = world.twilio.numbers
  page.appLink.href = world.app
  await Promise.all(world.phones.map((handset) => showHandset(handset).load()))
}

/** Events only trigger a refetch, so that nothing is shown twice. */
function listen() {
  const live = new EventSource('/sandbox/live')
  live.addEventListener('open', () => {
    page.connection.textContent = ''
    void loadWorld()
  })
  live.addEventListener('error', () => {
    page.connection.textContent = 'The sandbox cannot be reached. Trying again…'
  })
  live.addEventListener('handset-added', ({ data }) => void showHandset(JSON.parse(data)).load())
  live.addEventListener('faults-changed', ({ data }) => {
    faults = JSON.parse(data)
    showFaults()
  })
  live.addEventListener('text-kept', ({ data }) => void handsets.get(JSON.parse(data).phone)?.load())
}

document.querySelector('#add-phone').addEventListener('click', () => {
  page.form.reset()
  page.form.querySelector('.problem').textContent = ''
  page.dialog.showModal()
})
document.querySelector('#phone-cancel').addEventListener('click', () => page.dialog.close())
page.form.addEventListener('submit', (event) => {
  event.preventDefault()
  void addPhone(Object.fromEntries(new FormData(page.form)))
})

async function addPhone({ name, number }) {
  const answer = await fetch('/sandbox/phones', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, number }),
  })
  const result = await answer.json()
  if (!answer.ok) {
    page.form.querySelector('.problem').textContent = result.message
    return
  }
  page.dialog.close()
  showHandset(result).focus()
}

listen()
