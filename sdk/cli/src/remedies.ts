/** Explains why a request got no answer, and what to do about it. */

/** Maximum length of a reason. */
const REASON_MAX = 120

const SILENT = /TIMEOUT|^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
const LOOPBACK = /^https?:\/\/(127\.|localhost[:/]|\[::1\])/

/** Connection errors by Node's code, with the remedy for each. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there: start svc up on that host, and check the port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'unknown host name: check its spelling and the DNS of this machine'],
  [SILENT, 'the host does not answer: check firewalls and the route to it'],
  [/^(ECONNRESET|UND_ERR_SOCKET)$/, 'it closed the connection: if the port uses TLS, use https://'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/,
    'its certificate is not trusted: set NODE_EXTRA_CA_CERTS to the file of its authority',
  ],
  [/^(EPROTO|ERR_SSL.*)$/, 'it does not use TLS: use http://, or the port of a proxy with TLS'],
]

/** The reason in Node's error; `error` is the error that `fetch` threw. */
export function reasonOf(error: Error): string {
  const { code, message } = causeOf(error)
  // OpenSSL puts codes and its source file around its words.
  const [, words = message] = /:SSL routines:[^:]*:([^:]+)/.exec(message) ?? []
  return words.trim().slice(0, REASON_MAX) || code
}

/** `url` is the address of the request, if known: there is no firewall in front of an address of this machine. */
export function remedyOf(error: Error, url = ''): string {
  const code = causeOf(error).code.toUpperCase()
  if (SILENT.test(code) && LOOPBACK.test(url))
    return 'its process hangs or is overloaded: check the log of svc up, then restart svc up'
  const [, todo = 'check the address and the network'] = REMEDIES.find(([one]) => one.test(code)) ?? []
  return todo
}

function causeOf(error: Error): { code: string; message: string } {
  const { code = error.name, message = error.message } = (error.cause ?? {}) as { code?: string; message?: string }
  return { code, message }
}
