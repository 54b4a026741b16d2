import { chooseFiles } from '../pages/attach.ts'
import { contactsPage } from '../pages/contacts-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { BIRTHDAY, LONG, PLAN } from './people.ts'
import { expectUsable } from './sizes.ts'

test('Contacts, Import: columns and preview', ({ stage }) => columns(stage))
test('Contacts, Import: people with the phone of a contact of another name', ({ stage }) => otherName(stage))
test('Contacts, Import: progress, result, and Undo', ({ stage }) => whole(stage))
test('Contacts, Import: a signed statement about consent', ({ stage }) => consent(stage))
test('Contacts, Import: a statement without lines, words, and signature', ({ stage }) => unsigned(stage))
test('Contacts, Import: consent for one line, by keyboard alone', ({ stage }) => consentByKeyboard(stage))
test('Contacts, Import: opt-outs, by keyboard alone', ({ stage }) => optOuts(stage))
test('Contacts, Import: opt-outs without lines, an origin, and a signature', ({ stage }) => unsignedOptOuts(stage))
test('Contacts, Import: opt-outs of some rows', ({ stage }) => someOptOuts(stage))
test('Contacts, Import: nothing is stated about a file that says who opted out', ({ stage }) => unstated(stage))
test('Contacts, Import: by keyboard alone', ({ stage }) => byKeyboard(stage))
test('Contacts, Import: a User only skips', ({ stage }) => asUser(stage))
test('Contacts, Import: stopped', ({ stage }) => stopped(stage))
test('Contacts, Import: refused on the way', ({ stage }) => refused(stage))
test('Contacts, Import: columns as in the last import, and dates that are not clear', ({ stage }) => remembered(stage))
test('Contacts, Import: pasted rows', ({ stage }) => pasted(stage))
test('Contacts, Import: contact cards', ({ stage }) => cards(stage))
test('Contacts, Import: not a file with contacts', ({ stage }) => unreadable(stage))
test('Contacts, Import: earlier imports', ({ stage }) => earlier(stage))

const FILE = `First Name,Last Name,Company,Mobile Phone,Business Fax,E-mail Address,Categories,Birthday,Shoe size
Marta,Rivera,,(202) 555-0142,,marta@example.com,VIP,11/29/1980,38
Pat,Sørensen,Harbor Plumbing,202-555-0301,202-555-0303,pat@example.com,VIP;Insured,02/13/1975,42
${LONG},,,202-555-0304,,,,,
Nobody,Reachable,,,,,,,
`

async function open({ page, come }: Stage, file: string | Buffer = FILE, name = 'patients.csv') {
  await come('/contacts')
  await contactsPage(page).main.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  const given = { name, mimeType: 'text/csv', buffer: Buffer.from(file) }
  await chooseFiles(page, () => dialog.getByRole('button', { name: 'Choose a file' }).click(), given)
  return dialog
}

/** From the columns to the step about consent, where nothing is stated at first. */
async function toConsent(dialog: Awaited<ReturnType<typeof open>>) {
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('region', { name: 'Rows as they will be' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByRole('radio', { name: 'Say nothing about consent' })).toBeChecked()
}

const target = (dialog: Awaited<ReturnType<typeof open>>, column: string) =>
  dialog.getByRole('combobox', { name: `What “${column}” holds` })

async function columns(stage: Stage) {
  const { clinic } = stage
  clinic.contactFields = [BIRTHDAY, PLAN]
  const dialog = await open(stage)
  await expect(target(dialog, 'First Name')).toHaveValue('given')
  await expect(target(dialog, 'Last Name')).toHaveValue('family')
  await expect(target(dialog, 'Mobile Phone')).toHaveValue('phones')
  await expect(target(dialog, 'Business Fax')).toHaveValue('none')
  await expect(target(dialog, 'E-mail Address')).toHaveValue('emails')
  await expect(target(dialog, 'Categories')).toHaveValue('tags')
  await expect(target(dialog, 'Birthday')).toHaveValue(`field:${BIRTHDAY.id}`)
  await expect(target(dialog, 'Shoe size')).toHaveValue('none')
  await expectUsable(stage)
  await dialog.getByRole('button', { name: 'Next' }).click()
  const rows = dialog.getByRole('region', { name: 'Rows as they will be' })
  await expect(rows.getByRole('listitem')).toHaveCount(4)
  await expect(rows.getByRole('listitem').nth(0)).toContainText(/Matches Marta Rivera.*Skipped/)
  await expect(rows.getByRole('listitem').nth(3)).toHaveText(
    /^Row 5: Nobody Reachable.*no phone number or email.*Can’t import$/,
  )
  await expectUsable(stage)
  await dialog.getByRole('radio', { name: 'Fill in what’s empty' }).check()
  await expect(rows.getByRole('listitem').nth(0)).toContainText('Filled in')
}

async function otherName(stage: Stage) {
  const file = `Name,Phone,Tags\nMarta Rivera,202-555-0142,VIP\nBen Rivera,202-555-0142,child\n${LONG},202-555-0142,\n`
  const dialog = await open(stage, file)
  await dialog.getByRole('button', { name: 'Next' }).click()
  const rows = dialog.getByRole('region', { name: 'Rows as they will be' }).getByRole('listitem')
  await expect(rows.nth(1)).toHaveText(/^Ben RiveraMatches Marta Rivera\..*child.*Skipped$/)
  await expectUsable(stage)
  for (const [choice, outcome] of [
    ['Fill in what’s empty', 'Filled in'],
    ['Overwrite with the file', 'Overwritten'],
  ] as const) {
    await dialog.getByRole('radio', { name: choice }).check()
    await expect(rows.nth(0)).toContainText(outcome)
    await expect(rows.nth(0)).not.toContainText('Matches')
    await expect(rows.nth(1)).toHaveText(new RegExp(`^Ben RiveraMatches Marta Rivera\\..*${outcome}$`))
    await expectUsable(stage)
  }
}

async function whole(stage: Stage) {
  const { page, clinic } = stage
  clinic.contactFields = [BIRTHDAY, PLAN]
  const dialog = await open(stage)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('radio', { name: 'Fill in what’s empty' }).check()
  await expect(dialog.getByText('Filled in', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Next' }).click()
  const release = await hold(page, 'contactImports.add')
  await dialog.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expectUsable(stage)
  await release()
  await expect(dialog.getByText('Import finished.')).toBeVisible()
  await expect(dialog).toContainText('2 new · 1 filled in · 1 can’t be imported')
  await expectUsable(stage)
  const [started] = await sent(page, 'contactImports.start')
  expect(started).toMatchObject({ body: { fileName: 'patients.csv', duplicates: 'fill', total: 4 } })
  expect(started).not.toHaveProperty('body.consent')
  await expect(dialog).not.toContainText('onsent')
  const [part] = await sent(page, 'contactImports.add')
  expect(part).toMatchObject({
    body: {
      part: 1,
      rows: [
        { row: 2, name: 'Marta Rivera', phones: ['(202) 555-0142'], fields: { [BIRTHDAY.id]: '1980-11-29' } },
        { row: 3, company: 'Harbor Plumbing', emails: ['pat@example.com'], tags: ['VIP;Insured'] },
        { row: 4 },
        { row: 5 },
      ],
    },
  })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download report' }).click()
  expect((await download).suggestedFilename()).toContain('import report.csv')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this import?' })
  await stage.look()
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toContainText('Import undone, except for 1 contact changed or texted since.')
  await expect(dialog.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await stage.look()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(contactsPage(page).main.getByRole('button', { name: 'Import' })).toBeFocused()
}

async function consent(stage: Stage) {
  const { page, clinic } = stage
  const dialog = await open(stage)
  await toConsent(dialog)
  await expectUsable(stage)
  await dialog.getByRole('radio', { name: 'They have agreed to be texted' }).check()
  await dialog.getByRole('checkbox', { name: 'Front desk' }).check()
  const statement = dialog.getByRole('textbox', { name: 'Your statement' })
  // The words are their own.
  await expect(statement).toHaveValue('')
  await statement.fill('They agreed.')
  const signature = dialog.getByRole('checkbox', { name: `I, ${clinic.me.name}, state this and can show it if asked` })
  await signature.check()
  // The signed statement has changed.
  await statement.fill('They ticked the box on our form.')
  await expect(signature).not.toBeChecked()
  await signature.check()
  await expectUsable(stage)
  await dialog.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(dialog.getByText('Import finished.')).toBeVisible()
  await expect(dialog.getByText('Consent was recorded for 2 phones.')).toBeVisible()
  await stage.look()
  const [started] = await sent(page, 'contactImports.start')
  const [frontDesk] = clinic.lines
  expect(started).toMatchObject({
    body: { consent: { lineIds: [frontDesk?.id], statement: 'They ticked the box on our form.' } },
  })
  await dialog.getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(question).toContainText('Consent that was recorded stays, too.')
}

async function unsigned(stage: Stage) {
  const dialog = await open(stage)
  await toConsent(dialog)
  await dialog.getByRole('radio', { name: 'They have agreed to be texted' }).check()
  await dialog.getByRole('textbox', { name: 'Your statement' }).fill(' ')
  await dialog.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Choose at least one of your numbers.')
  await expect(alert).toContainText('Enter the statement that you make for the imported people.')
  await expect(alert).toContainText('Sign your statement, or say nothing about consent.')
  await expectUsable(stage)
  expect(await sent(stage.page, 'contactImports.start')).toEqual([])
  // Without a statement, nothing is missing.
  await dialog.getByRole('radio', { name: 'Say nothing about consent' }).check()
  await expect(alert).toBeHidden()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('region', { name: 'Rows as they will be' })).toBeVisible()
}

async function consentByKeyboard(stage: Stage) {
  const { page, clinic } = stage
  clinic.lines.splice(1)
  const dialog = await open(stage)
  await toConsent(dialog)
  await moveTo(page, dialog.getByRole('radio', { name: 'Say nothing about consent' }))
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'They have agreed to be texted' })).toBeChecked()
  // The only line is chosen.
  await expect(dialog.getByRole('checkbox').first()).toBeChecked()
  await moveTo(page, dialog.getByRole('textbox', { name: 'Your statement' }))
  await page.keyboard.type('They agreed.')
  await moveTo(page, dialog.getByRole('checkbox', { name: 'state this' }))
  await page.keyboard.press('Space')
  await moveTo(page, dialog.getByRole('button', { name: 'Import 4 rows' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Consent was recorded for 2 phones.')).toBeVisible()
}

async function optOuts(stage: Stage) {
  const { page, clinic } = stage
  const dialog = await open(stage)
  await toConsent(dialog)
  await moveTo(page, dialog.getByRole('radio', { name: 'Say nothing about consent' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'They opted out' })).toBeChecked()
  await expect(dialog).toContainText('3 phones will be opted out.')
  const [line] = clinic.lines
  await moveTo(page, dialog.getByRole('checkbox', { name: line?.name ?? '' }))
  await page.keyboard.press('Space')
  await moveTo(page, dialog.getByRole('textbox', { name: 'Where the list is from' }))
  await page.keyboard.type('The opt-outs of our former app.')
  const signature = dialog.getByRole('checkbox', {
    name: `I, ${clinic.me.name}, state that everyone in this file opted out`,
  })
  await moveTo(page, signature)
  await page.keyboard.press('Space')
  await expectUsable(stage)
  await moveTo(page, dialog.getByRole('button', { name: 'Import 4 rows' }))
  await page.keyboard.press('Enter')
  // With the phone of the row that is skipped.
  await expect(dialog.getByText('3 phones were opted out.')).toBeVisible()
  await stage.look()
  const [started] = await sent(page, 'contactImports.start')
  const consent = { state: 'revoked', lineIds: [line?.id], statement: 'The opt-outs of our former app.' }
  expect(started).toMatchObject({ body: { consent } })
  await dialog.getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(question).toContainText('Phones that were opted out stay opted out.')
  await stage.look()
}

const STATUS_FILE = `Contact Name,Phone Number,Opt-in Status,Location
Marta Rivera,(202) 555-0142,Opted Out,Lakeside
Ian Ives,(202) 555-0305,Subscribed,Lakeside
Jo Judd,(202) 555-0306,Subscribed,Harbor
Hana Hill,,Opted Out,Harbor
`

async function someOptOuts(stage: Stage) {
  const { page, clinic } = stage
  clinic.lines.splice(1)
  const dialog = await open(stage, STATUS_FILE)
  await toConsent(dialog)
  await dialog.getByRole('radio', { name: 'They opted out' }).check()
  const rows = dialog.getByRole('combobox', { name: 'Who opted out' })
  await expect(rows.locator('option:checked')).toHaveText(/Only some rows, by “.*Opt-in Status.*”/)
  const [out, subscribed] = [
    dialog.getByRole('checkbox', { name: /^\W*Opted Out/ }),
    dialog.getByRole('checkbox', { name: /^\W*Subscribed/ }),
  ]
  await expect(out).toBeChecked()
  await expect(subscribed).not.toBeChecked()
  await expect(dialog).toContainText('Only 2 of 4 rows will be imported.')
  await expect(dialog).toContainText(
    '1 phone will be opted out. 1 row has no phone that can be read and opts no one out.',
  )
  await expectUsable(stage)
  await dialog.getByRole('textbox', { name: 'Where the list is from' }).fill('The opt-outs of our former app.')
  const signature = (what: string) =>
    dialog.getByRole('checkbox', { name: `I, ${clinic.me.name}, state that everyone in ${what} opted out` })
  await signature('these 2 rows').check()
  // A signature counts only for the rows that were signed.
  await rows.selectOption({ label: 'Everyone in the file (4 rows)' })
  await expect(signature('this file')).not.toBeChecked()
  await expect(dialog).toContainText('3 phones will be opted out.')
  await expect(dialog.getByRole('button', { name: 'Import 4 rows' })).toBeVisible()
  await rows.selectOption({ index: 1 })
  await expect(out).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Import 0 rows' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose at least one of the column’s values.')
  await out.check()
  await signature('these 2 rows').check()
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(dialog.getByText('1 phone was opted out.')).toBeVisible()
  const [added] = await sent(page, 'contactImports.add')
  expect(added).toMatchObject({ body: { rows: [{ row: 2 }, { row: 5 }] } })
}

async function unstated(stage: Stage) {
  const dialog = await open(stage, STATUS_FILE)
  await toConsent(dialog)
  await expect(dialog.getByRole('note')).toContainText('says that 2 people may have opted out.')
  await expectUsable(stage)
  await dialog.getByRole('radio', { name: 'They have agreed to be texted' }).check()
  await expect(dialog.getByRole('note')).toBeHidden()
  await expect(dialog.getByRole('checkbox', { name: /^\W*Subscribed/ })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: /^\W*Opted Out/ })).not.toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Import 2 rows' })).toBeVisible()
}

async function unsignedOptOuts(stage: Stage) {
  const dialog = await open(stage)
  await toConsent(dialog)
  await dialog.getByRole('radio', { name: 'They opted out' }).check()
  await dialog.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Choose at least one of your numbers.')
  await expect(alert).toContainText('Enter where the list is from.')
  await expect(alert).toContainText('Sign your statement, or say nothing about consent.')
  await expectUsable(stage)
  expect(await sent(stage.page, 'contactImports.start')).toEqual([])
  // A signature counts only for the statement that was signed.
  const signature = dialog.getByRole('checkbox', { name: 'state that everyone in this file opted out' })
  await signature.check()
  await dialog.getByRole('radio', { name: 'They have agreed to be texted' }).check()
  await expect(dialog.getByRole('checkbox', { name: 'state this and can show it' })).not.toBeChecked()
}

async function byKeyboard({ page, come }: Stage) {
  await come('/contacts')
  await moveTo(page, contactsPage(page).main.getByRole('button', { name: 'Import' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  const file = { name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) }
  await chooseFiles(page, () => page.keyboard.press('Enter'), file)
  await moveTo(page, target(dialog, 'Company'))
  await moveTo(page, dialog.getByRole('button', { name: 'Next' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('region', { name: 'Rows as they will be' })).toBeVisible()
  await moveTo(page, dialog.getByRole('radio', { name: 'Skip the row' }))
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'Fill in what’s empty' })).toBeFocused()
  await moveTo(page, dialog.getByRole('button', { name: 'Next' }))
  await page.keyboard.press('Enter')
  await moveTo(page, dialog.getByRole('radio', { name: 'Say nothing about consent' }))
  await moveTo(page, dialog.getByRole('button', { name: 'Import 4 rows' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Import finished.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

async function asUser(stage: Stage) {
  stage.clinic.me = { ...stage.clinic.me, role: 'User' }
  const dialog = await open(stage)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog).toContainText('Only Admins can change existing contacts with an import.')
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await expectUsable(stage)
}

async function stopped(stage: Stage) {
  const { page } = stage
  const many = Array.from({ length: 1_200 }, (_, at) => `Person ${at},+1202557${String(1_000 + at)}`)
  const dialog = await open(stage, ['Name,Phone', ...many].join('\n'))
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog).toContainText('The first 100 of 1,200 rows: 100 new')
  await dialog.getByRole('button', { name: 'Next' }).click()
  const release = await hold(page, 'contactImports.add')
  await dialog.getByRole('button', { name: 'Import 1,200 rows' }).click()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await release()
  await expect(dialog).toContainText('Stopped at 500 of 1,200 rows.')
  await expect.poll(() => sent(page, 'contactImports.add')).toHaveLength(1)
  await stage.look()
}

async function refused(stage: Stage) {
  const dialog = await open(stage)
  await toConsent(dialog)
  await refuse(stage.page, 'contactImports.add')
  stage.forgive(/409|400|403|500|Failed/)
  await dialog.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await expect(dialog).toContainText('Stopped at 0 of 4 rows.')
  await stage.look()
}

async function remembered(stage: Stage) {
  const { clinic } = stage
  clinic.contactFields = [BIRTHDAY]
  clinic.importColumns = [
    { heading: 'Who', target: 'name' },
    { heading: 'Reach', target: 'phones' },
    { heading: 'Birthday', target: `field:${BIRTHDAY.id}` },
  ]
  const dialog = await open(stage, 'Who,Reach,Birthday\nAda Abara,202-555-0310,01/02/1990\n')
  await expect(dialog).toContainText('These columns are set as in the last import of such a file.')
  await expect(target(dialog, 'Reach')).toHaveValue('phones')
  await dialog.getByRole('combobox', { name: 'Dates are written' }).selectOption('dayFirst')
  await stage.look()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog).toContainText('1990-02-01')
}

async function pasted(stage: Stage) {
  const { page, come } = stage
  await come('/contacts')
  await contactsPage(page).main.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  await stage.look()
  // As text, because the types of the browser are not those of the tests.
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Name\\tPhone\\nPasted Pia\\t202-555-0320')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
  await expect(target(dialog, 'Phone')).toHaveValue('phones')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog).toContainText('Pasted Pia')
}

async function cards(stage: Stage) {
  const card = (name: string, lines: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\n${lines}\nEND:VCARD\n`
  const file =
    card(
      'Vic Card',
      'ORG:Dock;Unit\nTEL;TYPE=FAX:202-555-0330\nTEL;TYPE=HOME:202-555-0331\nTEL;TYPE=CELL:202-555-0332',
    ) + card('Una Card', 'EMAIL:una@example.com\nNOTE:Line one\\nLine two\nCATEGORIES:VIP,Insured')
  const dialog = await open(stage, file, 'cards.vcf')
  await expect(dialog).toContainText('2 rows')
  await dialog.getByRole('button', { name: 'Next' }).click()
  const items = dialog.getByRole('region', { name: 'Rows as they will be' }).getByRole('listitem')
  await expect(items.nth(0)).toContainText(/\(202\) 555-0332, \(202\) 555-0331.*Dock/)
  await expect(items.nth(0)).not.toContainText('0330')
  await expect(items.nth(1)).toContainText('VIP, Insured')
  await stage.look()
}

async function unreadable(stage: Stage) {
  const dialog = await open(stage, '%PDF-1.7', 'list.pdf')
  await expect(dialog.getByRole('alert')).toContainText('neither a CSV file nor a vCard')
  await expect(dialog.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  await stage.look()
}

async function earlier(stage: Stage) {
  const { page, clinic, come } = stage
  const one = {
    id: '0000000d-0000-4000-8000-000000000001',
    fileName: `${LONG}.csv`,
    by: { id: clinic.me.id, name: clinic.me.name },
    createdAt: '2026-11-19T15:00:00.000Z',
    updatedAt: '2026-11-19T15:00:00.000Z',
    duplicates: 'skip',
    state: 'running',
    total: 100_000,
    done: 12_000,
    counts: { added: 11_000, filled: 0, overwritten: 0, skipped: 900, refused: 100 },
    undone: 0,
    kept: 0,
    consent: null,
  } as const
  const id = (place: number) => `0000000d-0000-4000-8000-00000000000${place}` as never
  clinic.contactImports = [
    { ...one, id: id(1) },
    {
      ...one,
      id: id(2),
      fileName: 'patients.csv',
      state: 'undoing',
      undone: 500,
      done: 100_000,
      consent: { state: 'revoked', statement: 'From our former app.', phones: 212 },
    },
    {
      ...one,
      id: id(3),
      fileName: 'old.csv',
      state: 'undone',
      kept: 3,
      consent: { state: 'granted', statement: 'They agreed.', phones: 900 },
    },
  ]
  await come('/contacts')
  await contactsPage(page).main.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('dialog', { name: 'Import contacts' }).getByRole('button', { name: 'Earlier imports' }).click()
  const dialog = page.getByRole('dialog', { name: 'Imports' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog).toContainText('Stopped at 12,000 of 100,000')
  await expect(dialog).toContainText('Undo stopped at 500 of 11,000')
  await expect(dialog.getByRole('listitem').nth(1)).toContainText('212 phones were opted out.')
  await expect(dialog.getByRole('listitem').nth(2)).toContainText('Consent was recorded for 900 phones.')
  await expectUsable(stage)
  await dialog.getByRole('button', { name: 'Undo patients.csv' }).click()
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('button', { name: 'Undo patients.csv' })).toHaveCount(0)
}
