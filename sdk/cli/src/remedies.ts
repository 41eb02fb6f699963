/** Explains why a request got no answer, and what to do about it. */

/** Maximum length of a reason. */
const REASON_MAX = 120

const SILENT = /TIMEOUT|^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
const LOOPBACK = /^https?:\/\/(127\.|localhost[:/]|\[::1\])/

/** Connection errors by Node's code, with the remedy for each. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there: start svc up on that host, and look at the port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the name of the host is not known: look at its spelling and at the DNS of this machine'],
  [SILENT, 'the host does not answer: look at firewalls and the route to it'],
  [/^(ECONNRESET|UND_ERR_SOCKET)$/, 'it hung up: look whether the port speaks TLS, and use https:// if it does'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/,
    'its certificate is not trusted: NODE_EXTRA_CA_CERTS names the file of its authority',
  ],
  [/^(EPROTO|ERR_SSL.*)$/, 'it does not speak TLS: use http://, or the port of the proxy that does'],
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
    return 'its process stands still or has too much to do: look at the log of svc up, then stop svc up and start it again'
  const [, todo = 'look at the address and at the network between'] = REMEDIES.find(([one]) => one.test(code)) ?? []
  return todo
}

function causeOf(error: Error): { code: string; message: string } {
  const { code = error.name, message = error.message } = (error.cause ?? {}) as { code?: string; message?: string }
  return { code, message }
}
