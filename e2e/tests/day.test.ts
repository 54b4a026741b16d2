import { MEADOW } from '../pages/attach.ts'
import { expectDrawn, pictureOf, statusOf } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { arrangeDay, SURFACES } from '../pages/day.ts'
import { openDesk } from '../pages/desk.ts'
import { openPhones } from '../pages/phones-page.ts'
import { FRONT_DESK, textsOn } from '../pages/sandbox-phones.ts'
import { expect, test } from '../test.ts'

const DANA = { name: 'Dana Cole', login: 'dana@lakeside.example' }
const OMAR = { name: 'Omar Haddad', login: 'omar@lakeside.example' }

const HELD = 'Waiting for the connection'
/** Console errors for requests without a network, and for reconnecting. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|realtime connection failed/

// This takes long, because everything is checked in three themes.
test.describe.configure({ timeout: 300_000 })

for (const [surface, setting] of Object.entries(SURFACES)) {
  test(`a day of two people and four phones in six chats, ${surface}`, async ({
    openBrowser,
    complaints,
  }, testInfo) => {
    const { phones, chats, label } = await arrangeDay(surface, testInfo)
    const { ann, ben, cleo, dev } = phones
    const handsets = await openPhones(await openBrowser())
    const dana = await openDesk(await openBrowser(setting.options), setting, DANA)
    const omar = await openDesk(await openBrowser(setting.options), setting, OMAR)
    const question = `May I bring Ben along? ${label}`

    await test.step('the chats of the day before are there', async () => {
      for (const name of [chats.balance, chats.receipt, chats.notes]) {
        await dana.app.search.fill(name)
        await expect(dana.app.chats).toHaveCount(1)
      }
      await dana.toList()
      await dana.expectAccessible()
    })

    await test.step('Dana begins a chat with two phones that are known', async () => {
      const modal = dana.newChat
      await modal.open()
      await modal.chooseNumber('Front desk')
      await modal.name.fill(chats.twins)
      await modal.remove('Mei Tanaka')
      await modal.add(ann.name.toLowerCase(), ann.name)
      await modal.add(ben.number.slice(-7), ben.name)
      await expect(modal.chosen).toHaveCount(4)
      await modal.relay('As a group').check()
      await dana.expectAccessible()
      await modal.save.click()
      await expect(dana.app.title).toHaveText(chats.twins)
    })

    await test.step('Omar begins one with a new phone, and each sees the other’s chat', async () => {
      const modal = omar.newChat
      await modal.open()
      await modal.chooseNumber('Front desk')
      await modal.name.fill(chats.delivery)
      await modal.remove('Mei Tanaka')
      await modal.createContact(dev)
      await modal.save.click()
      await expect(omar.app.title).toHaveText(chats.delivery)
      await dana.open(chats.delivery)
      await omar.open(chats.twins)
    })

    await test.step('what is written reaches both phones, and the colleague', async () => {
      await dana.open(chats.twins)
      await dana.app.write('We are open from eight.')
      await expect(omar.app.message('We are open from eight.')).toBeVisible()
      const status = statusOf(dana.app.message('We are open from eight.'), 'Delivered to 2, seen by Omar')
      await expect(status).toBeVisible()
      for (const { name } of [ann, ben]) {
        await expect(handsets.phone(name).thread).toContainText('We are open from eight.')
      }
    })

    await test.step('a phone asks, the other phone reads along, and a reply quotes it', async () => {
      await omar.open(chats.delivery)
      await omar.toList()
      await handsets.phone(ann.name).text(question)
      await expect(dana.app.message(question)).toBeVisible()
      await expect(handsets.phone(ben.name).thread).toContainText(`${ann.name}: ${question}`)
      await expect(omar.app.chat(chats.twins)).toContainText('1 unread message')

      await dana.app.message(question).hover()
      await dana.reply(question)
      await dana.app.write('Of course, both of you.')
      const reply = dana.app.message('Of course, both of you.')
      await expect(reply.getByRole('button', { name: `Go to the message of ${ann.name}` })).toBeVisible()
      await expect(statusOf(reply, 'Delivered to 2')).toBeVisible()
    })

    await test.step('pictures go both ways, and are looked at', async () => {
      const onPhone = handsets.phone(ann.name).pictures
      await dana.sendPicture()
      await expect(statusOf(dana.app.newest, 'Delivered to 2')).toBeVisible()
      await expect(onPhone).toHaveCount(1)
      await expectDrawn(onPhone)

      await omar.open(chats.twins)
      await handsets.phone(ben.name).sendPicture(MEADOW)
      for (const { app } of [dana, omar]) {
        await expect(app.newest).toContainText(ben.name)
        await expectDrawn(pictureOf(app.newest).image)
      }
      await pictureOf(dana.app.newest).button.click()
      const open = dana.frame.getByRole('dialog').getByRole('link', { name: /in a new tab/ })
      await expectDrawn(open.locator('img'))
      await dana.frame.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await expect(open).toBeHidden()
      await dana.expectAccessible()
    })

    await test.step('a stranger texts, is given a name, and gets an answer', async () => {
      await omar.toList()
      const phone = handsets.phone(cleo.name)
      await phone.turnTo(FRONT_DESK)
      await phone.text('Do you have time today?')
      const written = cleo.number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
      await expect(omar.app.chat(written)).toContainText('1 unread message')
      await dana.open(written)
      await dana.openMembers()
      await dana.pane.change.click()
      await dana.pane.name.fill(chats.checkUp)
      await dana.pane.save.click()
      await expect(dana.pane.settings).toBeHidden()
      await expect(omar.app.chat(chats.checkUp)).toContainText('Do you have time today?')
      await dana.closeMembers()
      await expect(dana.app.transcript).toContainText(`You named the chat “${chats.checkUp}”`)

      await omar.open(chats.checkUp)
      await omar.app.write('At four, if that suits you.')
      await expect(phone.thread).toContainText('At four, if that suits you.')
      await expect(dana.app.message('At four, if that suits you.')).toBeVisible()
    })

    await test.step('what was said, and who, is found again', async () => {
      await dana.toList()
      await dana.app.search.fill('nobody would ever write this')
      await expect(dana.app.list.getByText('No results')).toBeVisible()
      await dana.app.search.fill(dev.number.slice(-7))
      await expect(dana.app.chats).toHaveText([new RegExp(chats.delivery)])
      await dana.app.search.fill(`along ${label}`)
      await expect(dana.app.chats.locator('mark').first()).toBeVisible()
      await dana.app.chat(chats.twins).click()
      await expect(dana.app.message(question).first()).toBeFocused()
      await expect(dana.app.message(question).first()).toBeInViewport({ ratio: 1 })
    })

    await test.step('what is written offline goes out once and in order, and what came meanwhile is there', async () => {
      await omar.open(chats.delivery)
      await omar.app.write('The parcel is here.')
      await expect(handsets.phone(dev.name).thread).toContainText('The parcel is here.')
      await dana.open(chats.delivery)
      await dana.page.context().setOffline(true)
      await dana.app.write('We close at six.')
      await dana.app.write('Please ring twice.')
      await expect(dana.app.transcript.getByText(HELD)).toHaveCount(2)
      await expect(dana.frame.getByText('You’re offline')).toBeVisible()
      await dana.expectAccessible()
      await handsets.phone(dev.name).text('I am on my way.')
      await expect(omar.app.message('I am on my way.')).toBeVisible()

      await dana.page.context().setOffline(false)
      await expect(dana.app.transcript.getByText(HELD)).toHaveCount(0)
      await expect(dana.frame.getByText('You’re offline')).toBeHidden()
      for (const { app } of [dana, omar]) {
        for (const text of ['The parcel is here.', 'I am on my way.', 'We close at six.', 'Please ring twice.']) {
          await expect(app.message(text)).toHaveCount(1)
        }
      }
      await expect(statusOf(dana.app.message('Please ring twice.'), 'Delivered, seen by Omar')).toBeVisible()
      expect(await textsOn(dev.number)).toEqual(['The parcel is here.', 'We close at six.', 'Please ring twice.'])
    })

    await test.step('Omar leaves a chat, and joins another one', async () => {
      await dana.open(chats.twins)
      await omar.open(chats.twins)
      await omar.openMembers()
      await omar.pane.choose('Leave chat')
      await omar.pane.leaveDialog.getByRole('button', { name: 'Leave' }).click()
      await expect(omar.app.title).toHaveCount(0)
      await expect(dana.app.transcript).toContainText('Omar Haddad left')
      await omar.app.search.fill(chats.twins)
      await expect(omar.app.list.getByText('No results')).toBeVisible()

      await omar.app.list.getByRole('tab', { name: 'All' }).click()
      await omar.open(chats.notes)
      await omar.frame.getByRole('button', { name: 'Join' }).click()
      await omar.app.write('Good night, everybody.')
      await dana.open(chats.notes)
      await expect(dana.app.message('Good night, everybody.')).toBeVisible()
    })

    await test.step('Dana deletes a chat while Omar looks at it', async () => {
      await omar.open(chats.balance)
      await dana.open(chats.balance)
      await dana.openMembers()
      await dana.pane.choose('Delete chat')
      await expect(dana.pane.deleteDialog).toContainText(chats.balance)
      await dana.pane.deleteDialog.getByRole('button', { name: 'Delete' }).click()
      await expect(dana.app.title).toHaveCount(0)
      await expect(omar.app.closed).toBeVisible()
      for (const { app, toList } of [dana, omar]) {
        await toList()
        await app.search.fill(chats.balance)
        await expect(app.list.getByText('No results')).toBeVisible()
      }
    })

    await test.step('in the evening a fresh page shows the same, and each phone got each text once', async () => {
      await dana.open(chats.twins)
      const newest = async () => (await dana.app.transcript.getByRole('article').allInnerTexts()).slice(-3)
      const said = await newest()
      expect(said).toHaveLength(3)
      await dana.page.reload()
      await dana.app.list.or(dana.app.back).first().waitFor()
      await dana.open(chats.twins)
      await expect.poll(newest).toEqual(said)
      const toBoth = ['We are open from eight.', 'Of course, both of you.', '1 picture']
      expect(await textsOn(ann.number)).toEqual([...toBoth, expect.stringContaining(ben.name)])
      expect(await textsOn(ben.number)).toEqual([toBoth[0], `${ann.name}: ${question}`, ...toBoth.slice(1)])
      expect(await textsOn(cleo.number)).toEqual(['At four, if that suits you.'])
    })
    // Browsers report some errors much later.
    forgive(complaints, NO_NETWORK)
    // If a chat changes while it is renamed, the app saves its name again.
    forgive(complaints, /409 \(Conflict\)/)
  })
}
