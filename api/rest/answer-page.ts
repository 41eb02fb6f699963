/** Pages behind links in messages: a person reads them, so a refusal is a page too. */
import type { FastifyReply } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { escapeHtml } from '../../platform/escape-html.ts'

/** `body` is HTML. */
export function answerPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title></head><body style="font-family:sans-serif;max-width:40em;margin:3em auto;padding:0 1em">
<h1 style="font-size:1.2em">${escapeHtml(title)}</h1>${body}</body></html>`
}

/** Keeps the token in the address secret: no cache keeps the page, and no page that it links to gets its address. */
export async function withPage(reply: FastifyReply, work: () => Promise<string>): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').type('text/html; charset=utf-8')
  try {
    return reply.send(await work())
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return reply.code(error.status).send(answerPage('This did not work', `<p>${escapeHtml(error.message)}</p>`))
  }
}
