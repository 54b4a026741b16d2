import { AppError } from '../platform/index.ts'
import { TwilioFailure } from '../twilio/index.ts'

/** Runs requests to Twilio; a failure becomes an error that explains what happened. */
export async function askTwilio<Result>(requests: () => Promise<Result>): Promise<Result> {
  try {
    return await requests()
  } catch (error) {
    throw error instanceof TwilioFailure ? providerError(error) : error
  }
}

/** Twilio's code for credentials that are not right. */
const PERMISSION_DENIED = 20003

/** Twilio does not know the SID, or the token is not its own. */
export function isWrongToken(error: unknown): boolean {
  if (!(error instanceof TwilioFailure) || error.failure.state !== 'refused') return false
  const { status, code } = error.failure
  return code === PERMISSION_DENIED || (status === 401 && code === null)
}

function providerError(error: TwilioFailure): AppError {
  const { failure } = error
  if (isWrongToken(error)) {
    const message = 'Twilio does not accept the stored Auth Token anymore. Please enter it again.'
    return new AppError('provider-failed', { message, cause: error })
  }
  if (failure.state === 'refused') {
    const code = failure.code === null ? `HTTP ${failure.status}` : `error ${failure.code}`
    return new AppError('provider-failed', { details: `Twilio’s ${code}: ${failure.message}`, cause: error })
  }
  const message =
    failure.state === 'busy'
      ? 'Twilio is busy with this account. Please try again in a moment.'
      : 'Twilio did not answer. Please try again in a moment.'
  return new AppError('provider-failed', { message, cause: error })
}
