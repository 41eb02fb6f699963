/** Pages behind links in messages: a person reads them, so every refusal of such a route is a page too. */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { Log } from '../../platform/log.ts'
import { logFailure, type Problem, problemOf } from '../plugins/problem.ts'

/** Colours follow the theme of the browser; a button is large enough for a thumb. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f4f5f7, #15181c); }
body { max-width: 36rem; margin: 10vh auto 2rem; padding: 0 1rem; color: light-dark(#1b1f24, #e6e8eb); }
main { padding: 1.5rem; border-radius: 8px; background: light-dark(#fff, #1f2328); border: 1px solid light-dark(#d5d9de, #363c44); }
h1 { margin: 0 0 .75rem; font-size: 1.25rem; line-height: 1.3; }
p, dd { overflow-wrap: anywhere; }
p:last-child { margin-bottom: 0; }
a { color: light-dark(#0b5cad, #7ab7ff); }
button { min-height: 2.75rem; padding: 0 1.25rem; font: inherit; font-weight: 600; cursor: pointer; border: 0; border-radius: 6px;
  color: #fff; background: #0b5cad; }
button:focus-visible, a:focus-visible { outline: 3px solid light-dark(#1b1f24, #e6e8eb); outline-offset: 2px; }
`

/** `body` and `head` are HTML. */
export function answerPage(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>${head}
<style>${PAGE_STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
}

/** Every answer of the routes of `scope` is a page; a failure of ours is logged and shows the id of the request alone. */
export function answerWithPages(scope: FastifyInstance, log: Log): void {
  scope.setErrorHandler<FastifyError>((error, request, reply) => {
    request.refusal = error
    const problem = problemOf(error)
    const { status, retryAfterSeconds } = problem
    if (status >= 500) logFailure(log, request, error, status)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))))
    return sendPage(reply.code(status), refusalPage(problem, String(request.id)))
  })
}

/** Keeps the token in the address secret: no cache keeps the page, and no page that it links to gets its address. */
export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8')
  return reply.serializer((value: unknown) => String(value)).send(page)
}

function refusalPage({ status, detail }: Problem, requestId: string): string {
  if (status >= 500)
    return answerPage('This did not work', `<p>Try again in a few minutes. Request ${escapeHtml(requestId)}.</p>`)
  const title = typeof detail === 'string' ? detail : 'this link is not complete'
  return answerPage(`${title.slice(0, 1).toUpperCase()}${title.slice(1)}`, `<p>${HINTS[status] ?? OPEN_WHOLE}</p>`)
}

const OPEN_WHOLE = 'Nothing was changed. Open the whole link from the message.'
const HINTS: Readonly<Record<number, string>> = {
  409: 'Nothing was changed. You can close this page.',
  410: 'Nothing was changed. Ask your security team if it still matters.',
  429: 'Too many requests came from here. Try again in a minute.',
}
