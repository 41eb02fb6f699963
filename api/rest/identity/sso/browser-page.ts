/**
 * The page that a browser gets when it returns from a provider: it hands the tokens to the console of the same origin
 * and goes there. Only the tab that began this sign-in takes them (its storage holds the state): a link that somebody
 * else made, with a code of their own, signs nobody in.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../../platform/errors.ts'

export type Tokens = { readonly access_token: string; readonly refresh_token: string }

const SCRIPT = `
const metaText = (name) => document.querySelector('meta[name="svc-' + name + '"]').content
if (sessionStorage.getItem('svc.sso') === metaText('state'))
  sessionStorage.setItem('svc.session', JSON.stringify({ access: metaText('access'), refresh: metaText('refresh') }))
sessionStorage.removeItem('svc.sso')
location.replace('/')
`
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')

export const PAGE_POLICY = `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`

/** A navigation, not a program that reads JSON. */
export function wantsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '')
}

export function tokensPage(tokens: Tokens, state: string): string {
  const metas = { state, access: tokens.access_token, refresh: tokens.refresh_token }
  const head = Object.entries(metas).map(([name, value]) => `<meta name="svc-${name}" content="${escaped(value)}">`)
  return page('Signing in', `${head.join('')}<script>${SCRIPT}</script>`, '<p>Signing in.</p>')
}

export function refusalPage(reason: string): string {
  return page('Sign-in refused', '', `<h1>Sign-in refused</h1><p>${escaped(reason)}</p><p><a href="/">Back</a></p>`)
}

function page(title: string, head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char)
}

/** Tokens as JSON, or as the page where a browser comes back. */
export async function answerSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  finish: () => Promise<Tokens & { readonly token_type: 'bearer'; readonly expires_in: number }>,
) {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  if (!wantsPage(request)) return reply.send(await finish())
  reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8')
  try {
    return reply.send(tokensPage(await finish(), state))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return reply.code(error.status).send(refusalPage(error.message))
  }
}
