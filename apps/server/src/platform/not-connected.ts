/** Errors that can only happen before a connection is established. */
const NOT_CONNECTED = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
])

/** Node's words for a connection that ended during the TLS handshake; its code is that of any reset. */
const TLS_CUT_SHORT = 'Client network socket disconnected before secure TLS connection was established'

/** Whether an error of fetch says that certainly nothing was sent. */
export function isNotConnected(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // Connecting to each address of the host failed.
    if (cause instanceof AggregateError) return true
    const { code, syscall } = cause as NodeJS.ErrnoException
    if ((code && NOT_CONNECTED.has(code)) || syscall === 'connect' || cause.message === TLS_CUT_SHORT) return true
  }
  return false
}
