import type { FastifyInstance } from 'fastify'
import { NO_PHONE } from '../../faults/index.ts'
import { masked, parsePhoneNumber } from '../phone-number.ts'
import type { PostedMessage } from '../post-log.ts'
import type { CheckedSend, SendRequest } from '../send-policy.ts'
import { checkSend } from '../send-policy.ts'
import type { Twilio } from '../twilio.ts'
import { TwilioError } from '../twilio-error.ts'
import { allOf, firstValues } from './form.ts'
import { presentMessage } from './presenters.ts'
import { faultAfterAccepting, faultBeforeAccepting, sendNoResponse, sendFailure } from './send-faults.ts'

const TRIAL_PREFIX = 'Sent from your Twilio trial account - '

/** POST Messages, with faults before and after Twilio accepts the message. */
export function sendRoute(app: FastifyInstance, { account, store, outbound, clock, faults, posts }: Twilio) {
  app.post('/Messages.json', (request, reply) => {
    const form = firstValues(request.body)
    const asked = sendRequest(form, allOf(request.body, 'MediaUrl'))
    const phone = parsePhoneNumber(asked.to) ?? asked.to
    const { from, statusCallback } = asked
    const log = (outcome: PostedMessage['outcome']) =>
      posts.record({ at: clock.now(), from, to: phone, statusCallback, outcome })

    const failure = faultBeforeAccepting(faults, phone)
    if (failure) {
      log({ kind: 'refused', answer: failure.status, code: failure.code })
      return sendFailure(reply, failure)
    }
    const message = accept()
    const { sid: messageSid } = message
    reply.header('twilio-request-id', `RQ${messageSid.slice(2)}`)

    const fault = faultAfterAccepting(faults, phone)
    if (fault === null) {
      log({ kind: 'accepted', messageSid, answer: 201 })
      return reply.code(201).send(presentMessage(account, message))
    }
    if (fault.kind === 'failure') {
      log({ kind: 'accepted', messageSid, answer: fault.failure.status })
      return sendFailure(reply, fault.failure)
    }
    log({ kind: 'accepted', messageSid, answer: fault.kind })
    return sendNoResponse(reply, fault.kind)

    /** A trial account texts verified phones only, and says that it is one. */
    function asOfTrial(send: CheckedSend): CheckedSend {
      const trial = faults.take(NO_PHONE, 'trialAccount')
      if (!trial) return send
      if (trial.verified?.includes(send.to)) return { ...send, body: `${TRIAL_PREFIX}${send.body}` }
      throw new TwilioError(
        21608,
        `The number ${masked(send.to)} is unverified. Trial accounts cannot send messages to unverified numbers; verify ${masked(send.to)} at twilio.com/user/account/phone-numbers/verified, or purchase a Twilio number to send messages to unverified numbers`,
      )
    }
    function accept() {
      try {
        checkUnsupported(form)
        return outbound.send(asOfTrial(checkSend(asked, store)), 'outbound-api')
      } catch (error) {
        if (error instanceof TwilioError) log({ kind: 'refused', answer: error.status, code: error.code })
        throw error
      }
    }
  })
}

const sendRequest = (form: Record<string, string>, mediaUrls: readonly string[]): SendRequest => ({
  to: form['To'] ?? '',
  from: form['From'] ?? '',
  body: form['Body'] ?? '',
  mediaUrls: mediaUrls.filter((url) => url !== ''),
  statusCallback: form['StatusCallback'] || null,
})

/** Features that the sandbox's account does not have: messaging services, templates, and schedules. */
function checkUnsupported(form: Record<string, string>) {
  if (form['MessagingServiceSid']) {
    throw new TwilioError(21701, `The Messaging Service ${form['MessagingServiceSid']} does not exist`, 404)
  }
  if (form['ScheduleType'] || form['SendAt']) {
    throw new TwilioError(35118, 'MessagingServiceSid is required to schedule a message')
  }
  if (form['ContentSid']) throw new TwilioError(21655, 'The ContentSid is Invalid')
  const validity = form['ValidityPeriod']
  if (validity !== undefined && !isWithin(Number(validity), { min: 1, max: 36_000 })) {
    throw new TwilioError(21624, `The validity period ${validity} is not valid: it is 1 to 36000 seconds.`)
  }
}

const isWithin = (value: number, { min, max }: { min: number; max: number }) =>
  Number.isInteger(value) && value >= min && value <= max
